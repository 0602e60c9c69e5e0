import type { Kysely } from 'kysely';
import type { ChangeOperation } from '../../registry/queue/pending-change.ts';
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
  return {
    ...metadataReader(db),
    initialise: (category, now) => initialise(db, category, now),
    record: (category, operation, model, now) => countOperations(db, category, [{ operation, model, now }]),
  };
}

async function initialise(db: Kysely<Tables>, category: string, now: number): Promise<void> {
  await db
    .insertInto('category_metadata')
    .values(untouched(category, now))
    .onConflict((conflict) => conflict.column('category').doNothing())
    .execute();
}

/** Operations on models of one category, in their order. */
export async function countOperations(
  db: Kysely<Tables>,
  category: string,
  operations: readonly { operation: ChangeOperation; model: string; now: number }[],
): Promise<void> {
  const last = operations.at(-1);
  if (!last) return;
  const { now } = last;
  const counted = Map.groupBy(operations, ({ operation }) => totals[operation]);
  const counts = [...counted].map(([total, own]) => [total, own.length] as const);
  const done = {
    last_operation_type: last.operation,
    last_operation_model: last.model,
    last_successful_operation: now,
  };
  await db
    .insertInto('category_metadata')
    .values({ ...untouched(category, now), ...Object.fromEntries(counts), ...done })
    .onConflict((conflict) =>
      conflict.column('category').doUpdateSet((row) => {
        const updated = row.ref('category_metadata.last_updated');
        return {
          ...Object.fromEntries(
            counts.map(([total, count]) => [total, row(`category_metadata.${total}`, '+', count)]),
          ),
          ...done,
          last_updated: row.case().when(updated, '>', now).then(updated).else(now).end(),
        };
      }),
    )
    .execute();
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
