import type { Clock } from '../../kernel/clock.ts';
import type { Store } from '../../store/store.ts';
import { metadataStore, modelStore } from './store.ts';
import type { CategoryMetadataRow } from './tables.ts';

const backendNames = { sqlite: 'SQLiteBackend', postgres: 'PostgreSQLBackend' } as const;

export type Metadata = ReturnType<typeof createMetadata>;

/**
 * Provides access to the metadata of categories, such as the number of writes and the time of the latest one.
 * Times are Unix seconds.
 */
export function createMetadata({
  store,
  clock,
  categories,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly categories: readonly { readonly name: string }[];
}) {
  /** Creates a category's metadata from its database row. Responses have the fields in this order. */
  const createMetadataOfRow = (row: CategoryMetadataRow, total_models: number) => ({
    category: row.category,
    last_updated: row.last_updated,
    last_operation_type: row.last_operation_type,
    last_operation_model: row.last_operation_model,
    total_creates: row.total_creates,
    total_updates: row.total_updates,
    total_deletes: row.total_deletes,
    total_models,
    initialization_time: row.initialization_time,
    last_successful_operation: row.last_successful_operation,
    error_count: row.error_count,
    metadata_schema_version: '1.0.0',
    backend_type: backendNames[store.dialect],
  });

  return {
    /**
     * Creates the missing metadata rows of categories. Call it once at start, because the other functions
     * only read.
     */
    start: () =>
      store.write(async (writer) => {
        const now = clock.now();
        for (const { name } of categories) await metadataStore(writer).initialise(name, now);
      }),
    /**
     * Returns the metadata by category, in the order of the categories. Omits categories without a row, as
     * before `start`.
     */
    all: async () => {
      const { rows, counts } = await store.read(async (reader) => {
        const rows = await metadataStore(reader).all();
        return { rows, counts: await modelStore(reader).counts() };
      });
      const byName = new Map(rows.map((row) => [row.category, row]));
      return Object.fromEntries(
        categories.flatMap(({ name }) => {
          const row = byName.get(name);
          return row ? [[name, createMetadataOfRow(row, counts.get(name) ?? 0)]] : [];
        }),
      );
    },
    /** Returns a category's metadata; null before `start` and for unknown categories. */
    get: (category: string) =>
      store.read(async (reader) => {
        const row = await metadataStore(reader).get(category);
        return row && createMetadataOfRow(row, (await modelStore(reader).counts()).get(category) ?? 0);
      }),
    /** Returns the time of the latest write in any category; null before `start`. */
    lastUpdated: async () => {
      const rows = await store.read((reader) => metadataStore(reader).all());
      return rows.reduce<number | null>(
        (latestUpdate, row) => Math.max(latestUpdate ?? 0, row.last_updated),
        null,
      );
    },
    /** Returns the time of a model's latest write; null if the model does not exist. */
    modelUpdated: (category: string, name: string) =>
      store.read(async (reader) => (await modelStore(reader).get(category, name))?.updated_at ?? null),
  };
}
