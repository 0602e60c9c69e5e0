import type { Clock } from '../../kernel/clock.ts';
import type { Store } from '../../store/store.ts';
import { metadataStore, modelStore } from './store.ts';
import type { CategoryMetadataRow } from './tables.ts';

/**
 * What the API says of a category's writes, in this order. Times are Unix seconds. One row serves both API
 * versions.
 */
export interface CategoryMetadata extends CategoryMetadataRow {
  readonly total_models: number;
  readonly metadata_schema_version: string;
  readonly backend_type: string;
}

export interface Metadata {
  /** Makes the rows that are missing. To be called once at start: reading never writes. */
  start(): Promise<void>;
  /** In the order of the categories. */
  all(): Promise<Record<string, CategoryMetadata>>;
  /** Null before `start`, and for what is not a category. */
  get(category: string): Promise<CategoryMetadata | null>;
  /** The latest over all categories. */
  lastUpdated(): Promise<number | null>;
  /** Of one model; null when there is none. */
  modelUpdated(category: string, name: string): Promise<number | null>;
}

export interface MetadataOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly categories: readonly { readonly name: string }[];
}

const backendNames = { sqlite: 'SQLiteBackend', postgres: 'PostgreSQLBackend' } as const;

export function createMetadata({ store, clock, categories }: MetadataOptions): Metadata {
  const all = async (): Promise<Record<string, CategoryMetadata>> => {
    const { rows, counts } = await store.read(async (reader) => ({
      rows: await metadataStore(reader).all(),
      counts: await modelStore(reader).counts(),
    }));
    const shown = new Map(rows.map((row) => [row.category, describe(row, counts.get(row.category) ?? 0)]));
    return Object.fromEntries(
      categories.flatMap(({ name }) => {
        const metadata = shown.get(name);
        return metadata ? [[name, metadata]] : [];
      }),
    );
  };

  const describe = (row: CategoryMetadataRow, total_models: number): CategoryMetadata => ({
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
    start: () =>
      store.write(async (writer) => {
        const now = clock.now();
        for (const { name } of categories) await metadataStore(writer).initialise(name, now);
      }),
    all,
    get: (category) =>
      store.read(async (reader) => {
        const row = await metadataStore(reader).get(category);
        return row && describe(row, (await modelStore(reader).counts()).get(category) ?? 0);
      }),
    lastUpdated: async () => {
      const rows = await store.read((reader) => metadataStore(reader).all());
      return rows.reduce<number | null>((latest, row) => Math.max(latest ?? 0, row.last_updated), null);
    },
    modelUpdated: (category, name) =>
      store.read(async (reader) => (await modelStore(reader).get(category, name))?.updated_at ?? null),
  };
}
