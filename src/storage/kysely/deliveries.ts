import type { Kysely } from 'kysely';
import type { DeliveryReader, DeliveryWriter } from '../../services/ports/store.ts';
import type { Tables } from '../schema.ts';

export function deliveryReader(db: Kysely<Tables>): DeliveryReader {
  return {
    due: (now, limit) =>
      db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .orderBy('event_id')
        .limit(limit)
        .execute(),

    list: ({ state, target, event_id }, limit) => {
      let query = db.selectFrom('webhook_deliveries').selectAll();
      if (state !== undefined) query = query.where('state', '=', state);
      if (target !== undefined) query = query.where('target', '=', target);
      if (event_id !== undefined) query = query.where('event_id', '=', event_id);
      return query.orderBy('event_id', 'desc').orderBy('target').limit(limit).execute();
    },
  };
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
