import type { Kysely } from 'kysely';
import type { InstanceReader, InstanceWriter } from '../../services/ports/store/instances.ts';
import type { Tables } from '../schema.ts';

export function instanceReader(db: Kysely<Tables>): InstanceReader {
  return {
    list: (limit) =>
      db.selectFrom('instances').selectAll().orderBy('seen_at', 'desc').orderBy('id').limit(limit).execute(),
  };
}

export function instanceWriter(db: Kysely<Tables>): InstanceWriter {
  return {
    ...instanceReader(db),

    put: async (instance) => {
      const { seen_at, lag_seconds } = instance;
      await db
        .insertInto('instances')
        .values(instance)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at, lag_seconds }))
        .execute();
    },

    remove: async (id) => {
      await db.deleteFrom('instances').where('id', '=', id).execute();
    },

    forget: async (seenBefore) => {
      await db.deleteFrom('instances').where('seen_at', '<', seenBefore).execute();
    },
  };
}
