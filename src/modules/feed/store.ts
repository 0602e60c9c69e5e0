import { type ExpressionBuilder, PostgresAdapter, type SqlBool, sql } from 'kysely';
import type { NoOtherKeys } from '../../kernel/no-other-keys.ts';
import type { Tables } from '../../store/tables.ts';
import { type ReadDb, storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import type { Delivery, DeliveryFilter } from './tables.ts';

function createReads({ db }: Tx) {
  return {
    hasDue: async (target: string, times: DueTimes): Promise<boolean> => {
      const dueDelivery = await selectWaiting(db, target)
        .select('event_id')
        .where(isDue(times))
        .limit(1)
        .executeTakeFirst();
      return dueDelivery !== undefined;
    },

    /**
     * Lists deliveries, the newest event first, then by target.
     * @param after the last delivery of the previous page
     */
    list: (
      filter: DeliveryFilter,
      limit: number,
      after?: Pick<Delivery, 'event_id' | 'target'>,
    ): Promise<Delivery[]> => {
      let query = db.selectFrom('webhook_deliveries').selectAll().where(filterDeliveries(filter));
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
        .where(filterDeliveries(filter))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /**
     * `since` is the creation time of the oldest pending delivery to the target (Unix seconds); null when
     * none is pending.
     */
    readBacklog: async (target: string): Promise<{ count: number; since: number | null }> => {
      const { count, since } = await selectWaiting(db, target)
        .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('since')])
        .executeTakeFirstOrThrow();
      return { count: Number(count), since: since === null ? null : Number(since) };
    },
  };
}

function createWrites({ db }: WriteTx) {
  return {
    /**
     * Claims due deliveries to a target for one instance: sets their next attempt to `seconds` from now, so
     * that no other instance sends them meanwhile. Claims at most `limit` deliveries, those of the oldest
     * events first, and only deliveries of events up to `upto`. Claims none while an earlier claim on the
     * target is in effect. Returns the claimed deliveries with the values that they had before the claim.
     */
    claim: async (
      target: string,
      times: DueTimes & { readonly upto: number },
      seconds: number,
      limit: number,
    ): Promise<Delivery[]> => {
      const { now, upto } = times;
      if (db.getExecutor().adapter instanceof PostgresAdapter) {
        // The lock serializes the claims of instances until the end of the transaction. SQLite has only one
        // writer anyway.
        await sql`select pg_advisory_xact_lock(${sql.lit(claimLock)}, hashtext(${target}))`.execute(db);
      }
      const earlierDelivery = await selectWaiting(db, target)
        .select('event_id')
        .where('next_attempt_at', '>', now)
        .where(({ eb, ref }) => eb('next_attempt_at', '=', eb(ref('updated_at'), '+', seconds)))
        .limit(1)
        .executeTakeFirst();
      if (earlierDelivery) return [];
      const dueDeliveries = await selectWaiting(db, target)
        .selectAll()
        .where(isDue(times))
        .where('event_id', '<=', upto)
        .orderBy('event_id')
        .limit(limit)
        .execute();
      if (dueDeliveries.length === 0) return [];
      const ids = dueDeliveries.map(({ event_id }) => event_id);
      const claimedRows = await db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: now + seconds, updated_at: now })
        .where('target', '=', target)
        .where('event_id', 'in', ids)
        .where('state', '=', 'waiting')
        .where(isDue(times))
        .returning('event_id')
        .execute();
      const claimedIds = new Set(claimedRows.map(({ event_id }) => event_id));
      return dueDeliveries.filter(({ event_id }) => claimedIds.has(event_id));
    },

    add: async (deliveries: readonly Delivery[]): Promise<void> => {
      if (deliveries.length > 0) await db.insertInto('webhook_deliveries').values(deliveries).execute();
    },

    /** Replaces a delivery, found by its event and target. */
    update: async ({ event_id, target, ...columns }: Delivery): Promise<void> => {
      await db
        .updateTable('webhook_deliveries')
        .set(columns)
        .where('event_id', '=', event_id)
        .where('target', '=', target)
        .execute();
    },

    /**
     * Deletes the deliveries with the final state `state` that were last updated before `before` (Unix
     * seconds).
     */
    forget: async (state: 'delivered' | 'failed', before: number): Promise<void> => {
      await db
        .deleteFrom('webhook_deliveries')
        .where('state', '=', state)
        .where('updated_at', '<', before)
        .execute();
    },
  };
}

export const deliveryStore = storeOver(createReads, createWrites);

/**
 * First key of the PostgreSQL advisory lock that an instance holds while it claims a target's deliveries. No
 * other lock has this first key. The second key is a hash of the target.
 */
const claimLock = 2_071;

/**
 * Two times, in Unix seconds, that decide whether a delivery is due. A delivery is due when its next attempt
 * is at `now` or earlier. It is also due when its next attempt is after `latest`, because only a clock that
 * was fast can have set such a time.
 */
interface DueTimes {
  readonly now: number;
  readonly latest: number;
}

function isDue({ now, latest }: DueTimes) {
  return ({ eb, or }: ExpressionBuilder<Tables, 'webhook_deliveries'>) =>
    or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', latest)]);
}

/**
 * Returns a query for the pending deliveries to a target. The condition on `state` is exactly that of the
 * partial index, so that the database uses this index.
 */
function selectWaiting(db: ReadDb, target: string) {
  return db
    .selectFrom('webhook_deliveries')
    .where(sql<SqlBool>`state = 'waiting'`)
    .where('target', '=', target);
}

function filterDeliveries({ state, target, event_id, ...rest }: DeliveryFilter) {
  rest satisfies NoOtherKeys;
  return ({ eb, and }: ExpressionBuilder<Tables, 'webhook_deliveries'>) =>
    and([
      ...(state === undefined ? [] : [eb('state', '=', state)]),
      ...(target === undefined ? [] : [eb('target', '=', target)]),
      ...(event_id === undefined ? [] : [eb('event_id', '=', event_id)]),
    ]);
}
