import type { Tx } from '../../store/tx.ts';
import type { CategoryMetadataRow, ModelOperation } from './tables.ts';

export function metadataStore({ db }: Tx) {
  return {
    get: async (category: string): Promise<CategoryMetadataRow | null> =>
      (await db
        .selectFrom('category_metadata')
        .selectAll()
        .where('category', '=', category)
        .executeTakeFirst()) ?? null,
    all: (): Promise<CategoryMetadataRow[]> =>
      db.selectFrom('category_metadata').selectAll().orderBy('category').execute(),

    /** Creates the row when it is missing; never changes an existing one. */
    initialise: async (category: string, now: number): Promise<void> => {
      await db
        .insertInto('category_metadata')
        .values(untouched(category, now))
        .onConflict((conflict) => conflict.column('category').doNothing())
        .execute();
    },

    /** Counts operations on models, in their order, and moves `last_updated` (which never goes backwards). */
    record: async (category: string, operations: readonly ModelOperation[]): Promise<void> => {
      const [first, last] = [operations[0], operations.at(-1)];
      if (!first || !last) return;
      const now = operations.reduce((latest, operation) => Math.max(latest, operation.now), first.now);
      const counted = Map.groupBy(operations, ({ operation }) => totals[operation]);
      const counts = [...counted].map(([total, own]) => [total, own.length] as const);
      const done = {
        last_operation_type: last.operation,
        last_operation_model: last.model,
        last_successful_operation: last.now,
      };
      await db
        .insertInto('category_metadata')
        .values({
          ...untouched(category, first.now),
          ...Object.fromEntries(counts),
          ...done,
          last_updated: now,
        })
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
    },
  };
}

const totals = { create: 'total_creates', update: 'total_updates', delete: 'total_deletes' } as const;

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
