import { type SqlBool, sql } from 'kysely';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import type { BatchMessage } from './tables.ts';

function reads({ db }: Tx) {
  const messages = (target: string) =>
    db.selectFrom('batch_messages').selectAll().where('target', '=', target);

  return {
    /**
     * Gives the message to send or edit next; null when none is due at `now`. Of several, gives the one with
     * the lowest batch id. A message whose next attempt is after `latest` is due too: only an instance whose
     * clock is fast can have set such a time.
     */
    due: async (
      target: string,
      { now, latest }: { now: number; latest: number },
    ): Promise<BatchMessage | null> =>
      (await messages(target)
        .where(sql<SqlBool>`state = 'waiting'`)
        .where(({ eb, or }) => or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', latest)]))
        .orderBy('batch_id')
        .limit(1)
        .executeTakeFirst()) ?? null,

    get: async (target: string, batchId: number): Promise<BatchMessage | null> =>
      (await messages(target).where('batch_id', '=', batchId).executeTakeFirst()) ?? null,

    /** Counts the channel's messages that wait to be sent or edited. */
    waiting: async (target: string): Promise<number> => {
      const { count } = await db
        .selectFrom('batch_messages')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('target', '=', target)
        .where(sql<SqlBool>`state = 'waiting'`)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    list: (target: string): Promise<BatchMessage[]> => messages(target).orderBy('batch_id').execute(),

    /**
     * Gives the id of the last audit event that was searched for applied batches; null before the first
     * search. The messages about the batches that were found up to this event are stored.
     */
    notedUpTo: async (target: string): Promise<number | null> => {
      const row = await db
        .selectFrom('batch_message_cursors')
        .select('event_id')
        .where('target', '=', target)
        .executeTakeFirst();
      return row?.event_id ?? null;
    },
  };
}

function writes({ db }: WriteTx) {
  return {
    /** Inserts the message, or replaces the message of the same target and batch. */
    put: async (message: BatchMessage): Promise<void> => {
      const { target: _target, batch_id: _batch, ...rest } = message;
      await db
        .insertInto('batch_messages')
        .values(message)
        .onConflict((conflict) => conflict.columns(['target', 'batch_id']).doUpdateSet(rest))
        .execute();
    },

    noteUpTo: async (target: string, event_id: number): Promise<void> => {
      await db
        .insertInto('batch_message_cursors')
        .values({ target, event_id })
        .onConflict((conflict) => conflict.column('target').doUpdateSet({ event_id }))
        .execute();
    },
  };
}

export const batchMessageStore = storeOver(reads, writes);
