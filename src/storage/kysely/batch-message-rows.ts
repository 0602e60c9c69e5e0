import { type Kysely, type SqlBool, sql } from 'kysely';
import type { BatchMessageReader, BatchMessageWriter } from '../../services/ports/store/batch-messages.ts';
import type { Tables } from '../schema.ts';

export function batchMessageReader(db: Kysely<Tables>): BatchMessageReader {
  const messages = (target: string) =>
    db.selectFrom('batch_messages').selectAll().where('target', '=', target);

  return {
    due: async (target, { now, latest }) =>
      (await messages(target)
        .where(sql<SqlBool>`state = 'waiting'`)
        .where(({ eb, or }) => or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', latest)]))
        .orderBy('batch_id')
        .limit(1)
        .executeTakeFirst()) ?? null,

    get: async (target, batchId) =>
      (await messages(target).where('batch_id', '=', batchId).executeTakeFirst()) ?? null,

    waiting: async (target) => {
      const { count } = await db
        .selectFrom('batch_messages')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('target', '=', target)
        .where(sql<SqlBool>`state = 'waiting'`)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    list: (target) => messages(target).orderBy('batch_id').execute(),

    notedUpTo: async (target) => {
      const row = await db
        .selectFrom('batch_message_cursors')
        .select('event_id')
        .where('target', '=', target)
        .executeTakeFirst();
      return row?.event_id ?? null;
    },
  };
}

export function batchMessageWriter(db: Kysely<Tables>): BatchMessageWriter {
  return {
    ...batchMessageReader(db),

    put: async (message) => {
      const { target: _target, batch_id: _batch, ...rest } = message;
      await db
        .insertInto('batch_messages')
        .values(message)
        .onConflict((conflict) => conflict.columns(['target', 'batch_id']).doUpdateSet(rest))
        .execute();
    },

    noteUpTo: async (target, event_id) => {
      await db
        .insertInto('batch_message_cursors')
        .values({ target, event_id })
        .onConflict((conflict) => conflict.column('target').doUpdateSet({ event_id }))
        .execute();
    },
  };
}
