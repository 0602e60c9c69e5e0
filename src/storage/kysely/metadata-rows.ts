import type { Kysely } from 'kysely';
import type { ChangeOperation } from '../../registry/queue/pending-change.ts';
import type {
  CategoryMetadataRow,
  MetadataReader,
  MetadataWriter,
} from '../../services/ports/store/category-metadata.ts';
import type { Tables } from '../schema.ts';
import { afterFlush, Deferred } from './deferred.ts';

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

interface Operation {
  readonly operation: ChangeOperation;
  readonly model: string;
  readonly now: number;
}

export type DeferredOperations = Deferred<Operation & { readonly category: string }>;

/** What a transaction does with models, counted together. */
export function deferredOperations(db: Kysely<Tables>): DeferredOperations {
  return new Deferred(async (operations) => {
    for (const [category, own] of Map.groupBy(operations, (operation) => operation.category)) {
      await countOperations(db, category, own);
    }
  });
}

export function metadataWriter(db: Kysely<Tables>, operations: DeferredOperations): MetadataWriter {
  return {
    ...afterFlush(operations, metadataReader(db)),
    initialise: async (category, now) => {
      await operations.flush();
      await initialise(db, category, now);
    },
    record: async (category, operation, model, now) => operations.add({ category, operation, model, now }),
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
  operations: readonly Operation[],
): Promise<void> {
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
    .values({ ...untouched(category, first.now), ...Object.fromEntries(counts), ...done, last_updated: now })
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
