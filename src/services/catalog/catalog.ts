import { SharedRuns } from '../../concurrency/shared-runs.ts';
import { TimeSlice } from '../../concurrency/time-slice.ts';
import { yieldToEventLoop } from '../../concurrency/yield-to-event-loop.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../registry/categories/category.ts';
import type { ModelHead, ModelRow, Store, StoreReader } from '../ports/store.ts';
import type { CategorySnapshot } from './snapshot.ts';
import { SnapshotBuilder, type StoredModels } from './snapshot-builder.ts';

/** The read side: what every reader is served from, ready in memory. */
export interface Catalog {
  /**
   * The category as of the latest refresh. Costs two look-ups.
   * @throws Error for a category that is not one: callers check the name first
   */
  snapshot(format: CanonicalFormat, category: string): CategorySnapshot;
  /**
   * Rebuilds those of the categories whose stored version is another than the snapshot's. Once it resolves,
   * readers see every commit from before the call.
   */
  refresh(categories: Iterable<string>): Promise<void>;
  /** Builds all snapshots. To be called once, before the first read. */
  start(): Promise<void>;
  /** The listener is called with the category after every swap. */
  onChange(listener: (category: string) => void): void;
  /** Resolves when no compression is under way. */
  settled(): Promise<void>;
}

export interface CatalogOptions {
  readonly store: Store;
  readonly categories: readonly CategoryDefinition[];
  /** Called after every swap, with the time it took and the size of the uncompressed body. */
  readonly onRebuild?: (rebuild: Rebuild) => void;
}

export interface Rebuild {
  readonly category: string;
  readonly format: CanonicalFormat;
  readonly ms: number;
  readonly bytes: number;
}

const formats = ['v2', 'legacy'] as const;

export function createCatalog({ store, categories, onRebuild }: CatalogOptions): Catalog {
  const builders: Readonly<Record<CanonicalFormat, ReadonlyMap<string, SnapshotBuilder>>> = {
    v2: new Map(categories.map((definition) => [definition.name, new SnapshotBuilder('v2', definition)])),
    legacy: new Map(
      categories.map((definition) => [definition.name, new SnapshotBuilder('legacy', definition)]),
    ),
  };
  const listeners: ((category: string) => void)[] = [];

  const builderOf = (format: CanonicalFormat, category: string): SnapshotBuilder => {
    const builder = builders[format].get(category);
    if (!builder) throw notACategory(category);
    return builder;
  };

  const rebuild = async (category: string): Promise<void> => {
    // The version is read before the rows, so it is never newer than they are: at worst they are read once
    // too often.
    const version = (await store.versions()).get(category) ?? 0;
    if (formats.every((format) => builderOf(format, category).version === version)) return;
    const unknown = formats.map((format) => builderOf(format, category).unknownInOrder());
    const slice = new TimeSlice();
    const models = await store.read((reader) => readModels(reader, category, unknown, slice));
    const made = [];
    for (const format of formats) {
      const started = performance.now();
      const swap = await builderOf(format, category).prepare(models, version, slice);
      made.push({ format, swap, ms: performance.now() - started });
    }
    // Both or neither: two views of one category never show two moments.
    for (const { format, swap, ms } of made) {
      const { body } = swap();
      onRebuild?.({ category, format, ms, bytes: body.identity.length });
    }
    for (const listener of listeners) listener(category);
  };

  // Before each rebuild the event loop turns once: writes that wait for one another commit, and share it.
  const rebuilds = new Map(
    categories.map(({ name }) => [name, new SharedRuns(() => rebuild(name), yieldToEventLoop)]),
  );

  const refreshOne = async (category: string): Promise<void> => {
    const runs = rebuilds.get(category);
    if (!runs) throw notACategory(category);
    await runs.run();
  };

  return {
    snapshot: (format, category) => builderOf(format, category).current,

    refresh: async (touched) => {
      await Promise.all([...new Set(touched)].map(refreshOne));
    },

    start: async () => {
      for (const { name } of categories) await refreshOne(name);
    },

    onChange: (listener) => {
      listeners.push(listener);
    },

    settled: async () => {
      await Promise.all(
        formats.flatMap((format) => [...builders[format].values()].map((builder) => builder.settled())),
      );
    },
  };
}

function notACategory(name: string): Error {
  return new Error(`'${name}' is not a category`);
}

/** How many are read at once: a few milliseconds. */
const atOnce = { heads: 1_000, texts: 500 };

/**
 * The models of a category; the texts, which are nearly all of the work, only of those that are not known.
 */
async function readModels(
  reader: StoreReader,
  category: string,
  unknown: readonly ((model: ModelHead) => boolean)[],
  slice: TimeSlice,
): Promise<StoredModels> {
  const heads: ModelHead[] = [];
  const missing: string[] = [];
  for (;;) {
    const some = await reader.models.heads(category, heads.at(-1)?.position ?? -1, atOnce.heads);
    heads.push(...some);
    // No short circuit: each cursor has to see every model.
    const toRead = some.filter((model) => unknown.filter((isUnknown) => isUnknown(model)).length > 0);
    missing.push(...toRead.map(({ name }) => name));
    if (some.length < atOnce.heads) break;
    if (slice.expired) await slice.yield();
  }
  const texts = new Map<string, ModelRow>();
  for (let at = 0; at < missing.length; at += atOnce.texts) {
    for (const row of await reader.models.getMany(category, missing.slice(at, at + atOnce.texts)))
      texts.set(row.name, row);
    if (slice.expired) await slice.yield();
  }
  return { heads, texts };
}
