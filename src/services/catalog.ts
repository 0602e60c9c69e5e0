import type { CanonicalFormat, CategoryDefinition } from '../registry/categories/category.ts';
import type { Store } from '../storage/store.ts';
import { Shelf } from './shelf.ts';
import type { CategorySnapshot } from './snapshot.ts';
import { Turns } from './turns.ts';

/** The read side: what every reader is served from, ready in memory. */
export interface Catalog {
  /**
   * The category as of the latest refresh. Costs two look-ups.
   * @throws Error for a category that is not one: callers check the name first
   */
  snapshot(format: CanonicalFormat, category: string): CategorySnapshot;
  /** Rebuilds those of the categories whose stored version is another than the snapshot's. Once it resolves, readers see every commit from before the call. */
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
  const shelves: Readonly<Record<CanonicalFormat, ReadonlyMap<string, Shelf>>> = {
    v2: new Map(categories.map((definition) => [definition.name, new Shelf('v2', definition)])),
    legacy: new Map(categories.map((definition) => [definition.name, new Shelf('legacy', definition)])),
  };
  const listeners: ((category: string) => void)[] = [];
  const turns = new Map<string, Turns>();

  const shelfOf = (format: CanonicalFormat, category: string): Shelf => {
    const shelf = shelves[format].get(category);
    if (!shelf) throw new Error(`'${category}' is not a category`);
    return shelf;
  };

  const rebuild = async (category: string): Promise<void> => {
    // The version is read before the rows, so it is never newer than they are: at worst they are read once too often.
    const version = (await store.versions()).get(category) ?? 0;
    if (formats.every((format) => shelfOf(format, category).version === version)) return;
    const rows = await store.read((reader) => reader.models.list(category));
    const made = formats.map((format) => {
      const started = performance.now();
      const swap = shelfOf(format, category).prepare(rows, version);
      return { format, swap, ms: performance.now() - started };
    });
    // Both or neither: two views of one category never show two moments.
    for (const { format, swap, ms } of made) {
      const { body } = swap();
      onRebuild?.({ category, format, ms, bytes: body.identity.length });
    }
    for (const listener of listeners) listener(category);
  };

  const refreshOne = (category: string): Promise<void> => {
    const known = turns.get(category) ?? new Turns(() => rebuild(category));
    turns.set(category, known);
    return known.take();
  };

  return {
    snapshot: (format, category) => shelfOf(format, category).current,

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
        formats.flatMap((format) => [...shelves[format].values()].map((shelf) => shelf.settled())),
      );
    },
  };
}
