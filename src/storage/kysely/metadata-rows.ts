import type { Kysely } from 'kysely';
import type { CategoryMetadataRow, MetadataReader, MetadataWriter } from '../../services/ports/store.ts';
import type { Tables } from '../schema.ts';

export function metadataReader(db: Kysely<Tables>): MetadataReader {
  return {
    get: async (category) =>
      (await db
        .selectFrom('category_metadata')
        .selectAll()
        .where('category', '=', category)
        .executeTakeFirst()) ?? null,
    all: () => db.selectFrom('category_metadata').selectAll().orderBy('category').execute(),
  };
}

const totals = { create: 'total_creates', update: 'total_updates', delete: 'total_deletes' } as const;

export function metadataWriter(db: Kysely<Tables>): MetadataWriter {
  const initialise = async (category: string, now: number): Promise<void> => {
    await db
      .insertInto('category_metadata')
      .values(untouched(category, now))
      .onConflict((conflict) => conflict.column('category').doNothing())
      .execute();
  };
  return {
    ...metadataReader(db),
    initialise,
    record: async (category, operation, model, now) => {
      await initialise(category, now);
      const total = totals[operation];
      await db
        .updateTable('category_metadata')
        .set((row) => ({
          [total]: row(total, '+', 1),
          last_operation_type: operation,
          last_operation_model: model,
          last_updated: row
            .case()
            .when('last_updated', '>', now)
            .then(row.ref('last_updated'))
            .else(now)
            .end(),
          last_successful_operation: now,
        }))
        .where('category', '=', category)
        .execute();
    },
  };
}

function untouched(category: string, now: number): CategoryMetadataRow {
  return {
    category,
    last_updated: now,
    last_operation_type: null,
    last_operation_model: null,
    total_creates: 0,
    total_updates: 0,
    total_deletes: 0,
    initialization_time: now,
    last_successful_operation: now,
    error_count: 0,
  };
}
