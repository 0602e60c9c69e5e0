import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { NothingLeft } from '../../kernel/nothing-left.ts';
import type { Tables } from '../../store/tables.ts';
import type { Tx } from '../../store/tx.ts';
import type { Delivery, DeliveryFilter } from './tables.ts';

export function deliveryStore({ db }: Tx) {
  return {
    /**
     * Waiting deliveries to a target whose time has come, the oldest event first. Nobody waits for longer than
     * until `latest`: what says so was written while a clock was fast, and is due as well.
     */
    due: (
      target: string,
      { now, latest }: { now: number; latest: number },
      limit: number,
    ): Promise<Delivery[]> =>
      waiting(db, target)
        .selectAll()
        .where(({ eb, or }) => or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', latest)]))
        .orderBy('event_id')
        .limit(limit)
        .execute(),

    /** Whether a delivery to the target was moved ahead by exactly so many seconds, to a time to come. */
    isClaimed: async (target: string, now: number, seconds: number): Promise<boolean> => {
      const claimed = await waiting(db, target)
        .select('event_id')
        .where('next_attempt_at', '>', now)
        .where(({ eb, ref }) => eb('next_attempt_at', '=', eb(ref('updated_at'), '+', seconds)))
        .limit(1)
        .executeTakeFirst();
      return claimed !== undefined;
    },

    /**
     * Newest event first, then by target.
     * @param after the last one that is known already
     */
    list: (
      filter: DeliveryFilter,
      limit: number,
      after?: Pick<Delivery, 'event_id' | 'target'>,
    ): Promise<Delivery[]> => {
      let query = db.selectFrom('webhook_deliveries').selectAll().where(fits(filter));
      if (after) {
        query = query.where(({ eb, and, or }) =>
          or([
            eb('event_id', '<', after.event_id),
            and([eb('event_id', '=', after.event_id), eb('target', '>', after.target)]),
          ]),
        );
      }
      return query.orderBy('event_id', 'desc').orderBy('target').limit(limit).execute();
    },

    count: async (filter: DeliveryFilter): Promise<number> => {
      const { count } = await db
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.countAll().as('count'))
        .where(fits(filter))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** How many wait for a target, and since when the first of them does (Unix seconds; null: none waits). */
    waiting: async (target: string): Promise<{ count: number; since: number | null }> => {
      const { count, since } = await waiting(db, target)
        .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('since')])
        .executeTakeFirstOrThrow();
      return { count: Number(count), since: since === null ? null : Number(since) };
    },

    add: async (deliveries: readonly Delivery[]): Promise<void> => {
      if (deliveries.length === 0) return;
      await db
        .insertInto('webhook_deliveries')
        .values([...deliveries])
        .execute();
    },

    /** Replaces the delivery of the same event and target. */
    update: async ({ event_id, target, ...columns }: Delivery): Promise<void> => {
      await db
        .updateTable('webhook_deliveries')
        .set(columns)
        .where('event_id', '=', event_id)
        .where('target', '=', target)
        .execute();
    },

    /** Removes delivered ones that were last touched before this time. */
    forget: async (before: number): Promise<void> => {
      await db
        .deleteFrom('webhook_deliveries')
        .where('state', '=', 'delivered')
        .where('updated_at', '<', before)
        .execute();
    },
  };
}

/** In these words the databases see that the partial index of waiting ones serves. */
function waiting(db: Kysely<Tables>, target: string) {
  return db
    .selectFrom('webhook_deliveries')
    .where(sql<SqlBool>`state = 'waiting'`)
    .where('target', '=', target);
}

function fits({ state, target, event_id, ...rest }: DeliveryFilter) {
  rest satisfies NothingLeft;
  return ({ eb, and }: ExpressionBuilder<Tables, 'webhook_deliveries'>) =>
    and([
      ...(state === undefined ? [] : [eb('state', '=', state)]),
      ...(target === undefined ? [] : [eb('target', '=', target)]),
      ...(event_id === undefined ? [] : [eb('event_id', '=', event_id)]),
    ]);
}
