import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { NothingLeft } from '../../registry/nothing-left.ts';
import type {
  DeliveryFilter,
  DeliveryReader,
  DeliveryWriter,
} from '../../services/ports/store/deliveries.ts';
import type { Tables } from '../schema.ts';

export function deliveryReader(db: Kysely<Tables>): DeliveryReader {
  return {
    due: (target, { now, latest }, limit) =>
      waiting(db, target)
        .selectAll()
        .where(({ eb, or }) => or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', latest)]))
        .orderBy('event_id')
        .limit(limit)
        .execute(),

    isClaimed: async (target, now, seconds) => {
      const claimed = await waiting(db, target)
        .select('event_id')
        .where('next_attempt_at', '>', now)
        .where(({ eb, ref }) => eb('next_attempt_at', '=', eb(ref('updated_at'), '+', seconds)))
        .limit(1)
        .executeTakeFirst();
      return claimed !== undefined;
    },

    list: (filter, limit, after) => {
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

    count: async (filter) => {
      const { count } = await db
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.countAll().as('count'))
        .where(fits(filter))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    waiting: async (target) => {
      const { count, since } = await waiting(db, target)
        .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('since')])
        .executeTakeFirstOrThrow();
      return { count: Number(count), since: since === null ? null : Number(since) };
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

export function deliveryWriter(db: Kysely<Tables>): DeliveryWriter {
  return {
    ...deliveryReader(db),

    add: async (deliveries) => {
      if (deliveries.length === 0) return;
      await db
        .insertInto('webhook_deliveries')
        .values([...deliveries])
        .execute();
    },

    update: async ({ event_id, target, ...columns }) => {
      await db
        .updateTable('webhook_deliveries')
        .set(columns)
        .where('event_id', '=', event_id)
        .where('target', '=', target)
        .execute();
    },

    forget: async (before) => {
      await db
        .deleteFrom('webhook_deliveries')
        .where('state', '=', 'delivered')
        .where('updated_at', '<', before)
        .execute();
    },
  };
}
