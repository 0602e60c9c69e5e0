import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import { yieldToEventLoop } from '../../kernel/concurrency/time-slice.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { auditStore } from '../audit/index.ts';
import { CategoryBuilder } from './category-builder.ts';
import { checkHistory, type HistoryLossHandler } from './model-events.ts';
import type { CategorySnapshot } from './snapshot.ts';
import { modelStore } from './store.ts';

/** Returns those of `ends` whose event is no longer in the database's audit chain. */
async function findLostEnds(
  reader: Tx,
  ends: Iterable<ChainEnd | null>,
): Promise<ReadonlySet<ChainEnd | null>> {
  const lostEnds = new Set<ChainEnd | null>();
  for (const end of ends) if ((await checkHistory(reader, end)).isLost) lostEnds.add(end);
  return lostEnds;
}

export interface Rebuild {
  readonly category: string;
  readonly ms: number;
  readonly bytes: number;
}

export type Catalog = ReturnType<typeof createCatalog>;

/** Creates the catalog, which holds every category's snapshots in memory. All reads are served from them. */
export function createCatalog({
  store,
  categories,
  onRebuild,
  onHistoryLost,
  beforeSwap = async () => {},
}: {
  readonly store: Store;
  readonly categories: readonly CategoryDefinition[];
  /**
   * Called after every rebuild of a category. `bytes`: total size of the uncompressed bodies of both formats.
   */
  readonly onRebuild?: (rebuild: Rebuild) => void;
  readonly onHistoryLost?: HistoryLossHandler;
  /**
   * Called with a category after its models are read and before readers see them. Updates data that models
   * refer to, such as baselines, so that readers find every entry that a model names.
   */
  readonly beforeSwap?: (category: string) => Promise<void>;
}) {
  const builders = new Map(
    categories.map((definition) => [definition.name, new CategoryBuilder(definition)]),
  );
  const listeners: ((category: string) => void)[] = [];
  let isComplete = false;

  const builderOf = (category: string): CategoryBuilder => {
    const builder = builders.get(category);
    if (!builder) throw new Error(`'${category}' is not a category`);
    return builder;
  };

  const rebuild = async (category: string): Promise<void> => {
    const builder = builderOf(category);
    const startedMs = performance.now();
    const preparedSnapshots = await builder.prepare(store);
    if (preparedSnapshots === null) return;
    await beforeSwap(category);
    preparedSnapshots.swap();
    if (preparedSnapshots.lostEnd) onHistoryLost?.({ memory: category, end: preparedSnapshots.lostEnd });
    if (isComplete) builder.compress();
    const ms = performance.now() - startedMs;
    const bytes =
      builder.snapshot('v2').body.identity.length + builder.snapshot('legacy').body.identity.length;
    onRebuild?.({ category, ms, bytes });
    for (const listener of listeners) listener(category);
  };

  // Waits one turn of the event loop before each rebuild, so that queued writes commit first and share the
  // rebuild.
  const rebuilds = new Map(
    categories.map(({ name }) => [name, new SharedRuns(() => rebuild(name), yieldToEventLoop)]),
  );

  const refreshOne = async (category: string): Promise<void> => {
    builderOf(category);
    await rebuilds.get(category)!.run();
  };

  const refreshCategories = async (categoryNames: Iterable<string>): Promise<void> => {
    await Promise.all([...new Set(categoryNames)].map(refreshOne));
  };

  return {
    /**
     * Returns the snapshot of a category as of the latest refresh.
     *
     * @throws Error for an unknown category: callers check the name first
     */
    snapshot: (format: CanonicalFormat, category: string): CategorySnapshot =>
      builderOf(category).snapshot(format),

    /**
     * Returns whether no model was ever written in any category. Models that were deleted since count as
     * written.
     */
    isNeverWritten: (): boolean => [...builders.values()].every(({ version }) => version === 0),

    /**
     * Rebuilds the named categories whose snapshot version differs from the database. Once the promise
     * resolves, readers see all commits made before the call.
     */
    refresh: refreshCategories,

    /**
     * Rebuilds all outdated categories: their snapshot version differs from the database, or their snapshots
     * contain writes that the database has lost. Once the promise resolves, readers see all commits made
     * before the call.
     *
     * @throws OutageError `storage_unavailable`
     */
    refreshOutdated: async () => {
      const ends = new Map([...builders].map(([name, { chainEnd: end }]) => [name, end]));
      const {
        versions,
        head,
        lost: lostEnds,
      } = await store.read(async (reader) => ({
        versions: await modelStore(reader).versions(),
        head: await auditStore(reader).head(),
        lost: await findLostEnds(reader, new Set(ends.values())),
      }));
      const outdatedNames: string[] = [];
      for (const [name, builder] of builders) {
        const end = ends.get(name) ?? null;
        const isUpToDate = builder.version === (versions.get(name) ?? 0) && !lostEnds.has(end);
        if (isUpToDate) builder.moveChainEnd(end, head);
        else outdatedNames.push(name);
      }
      if (outdatedNames.length > 0) await refreshCategories(outdatedNames);
    },

    /**
     * Reads all models of these categories again, even if the version is unchanged. After the database has
     * lost writes, new writes may have raised the version to the same number.
     */
    reread: async (categoryNames: Iterable<string>): Promise<void> => {
      const names = [...categoryNames];
      for (const name of names) builderOf(name).requestReread();
      await refreshCategories(names);
    },

    /** Builds all snapshots. Call it once, before the first read. */
    start: async () => {
      for (const { name } of categories) await refreshOne(name);
      // Compression starts last, because it would slow down the builds.
      isComplete = true;
      for (const builder of builders.values()) builder.compress();
    },

    /** Adds a listener, called with a category's name whenever readers get new snapshots of it. */
    onChange: (listener: (category: string) => void): void => {
      listeners.push(listener);
    },

    /** Starts delayed compressions immediately. Resolves when they are done. */
    finishCompression: async (): Promise<void> => {
      await Promise.all([...builders.values()].map((builder) => builder.finishCompression()));
    },
  };
}
