import { sql } from 'kysely';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';

declare module '../../store/tables.ts' {
  interface Tables {
    /**
     * The latest batch announced to each channel. `target` is the channel's name, which contains no secret.
     */
    discord_cursors: { target: string; batch_id: number };
  }
}

/** This module's table, with its key column. A copy of the whole database includes it. */
export const announcementsKeys = [['discord_cursors', ['target']]] as const;

const reads = ({ db }: Tx) => ({
  /** Returns the id of the latest batch announced to the channel; null before its first search. */
  latest: async (target: string): Promise<number | null> => {
    const cursor = db.selectFrom('discord_cursors').select('batch_id').where('target', '=', target);
    return (await cursor.executeTakeFirst())?.batch_id ?? null;
  },
});

const writes = ({ db }: WriteTx) => ({
  /** Stores the latest batch announced to the channel, unless a later one is stored. */
  setLatest: async (target: string, batch_id: number): Promise<void> => {
    await sql`insert into discord_cursors (target, batch_id) values (${target}, ${batch_id})
      on conflict (target) do update set batch_id = excluded.batch_id
      where discord_cursors.batch_id < excluded.batch_id`.execute(db);
  },
});

export const discordCursors = storeOver(reads, writes);
