import { OutageError } from '../../kernel/errors.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { ModelTexts } from '../../records/model-views.ts';
import type { Store } from '../../store/store.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import { type Catalog, modelStore } from '../catalog/index.ts';
import { type Catalogue, type CatalogueMemory, type ChangeSets, copyCatalogue } from '../catalogues/index.ts';
import { replicaStore } from './store.ts';
import type { ReplicaState } from './tables.ts';

/** A catalogue of the source. */
export interface CopiedCatalogue {
  readonly kind: ChangeSets;
  readonly catalogue: Catalogue;
}

/** The models of one category by name, in stored order. */
export type CategoryModels = ReadonlyMap<string, ModelTexts>;

export type Copy = ReturnType<typeof createCopy>;

/**
 * Opens the replica's copy in its database. The copy is consistent after every write, even after a crash.
 * Readers see a write as soon as its promise resolves.
 *
 * @param now returns Unix seconds
 */
export function createCopy({
  store,
  catalog,
  catalogues = { refresh: async () => {} },
  categories,
  now,
}: {
  readonly store: Store;
  readonly catalog: Pick<Catalog, 'refresh' | 'reread'>;
  /** The catalogues in memory. Default: none. */
  readonly catalogues?: Pick<CatalogueMemory, 'refresh'>;
  readonly categories: readonly CategoryDefinition[];
  readonly now: () => number;
}) {
  const hasModels = async (writer: WriteTx): Promise<boolean> => {
    const counts = await modelStore(writer).counts();
    return categories.some(({ name }) => counts.has(name));
  };
  let latestState: ReplicaState | null = null;
  let isServed = false;

  return {
    /** The copy's state as this process last read or wrote it; null before there is a copy. */
    get lastState() {
      return latestState;
    },
    /** Whether the catalog's snapshots, from which this process serves reads, were built from the copy. */
    get isServed() {
      return isServed;
    },
    /** Reads the copy's state; null before there is a copy. */
    state: async () => {
      latestState = await store.read((reader) => replicaStore(reader).state());
      // A stored copy is shown: the snapshots were built from it at start, or by the process that wrote it.
      isServed ||= latestState !== null;
      return latestState;
    },
    models: (category: string) => store.read((reader) => readModels(reader, category)),

    /**
     * Replaces the content of categories and catalogues of the copy and stores the copy's new state, in one
     * transaction. Writes only the models that differ. Writes nothing if the stored copy comes from another
     * source than the `expectedState`, because another process has replaced it meanwhile.
     *
     * @throws OutageError when the copy would have no models: more likely, the source was started on an empty
     *   database by mistake
     */
    async write(
      drafts: ReadonlyMap<string, CategoryModels>,
      state: ReplicaState,
      expectedState: ReplicaState | null,
      changedCatalogues: readonly CopiedCatalogue[] = [],
    ): Promise<void> {
      const unchangedCategories: string[] = [];
      latestState = await store.write(async (writer) => {
        unchangedCategories.length = 0;
        const storedState = await replicaStore(writer).state();
        if (storedState?.source !== expectedState?.source) return storedState;
        for (const [category, models] of drafts) {
          if (!(await writeDifference(writer, category, models, now()))) unchangedCategories.push(category);
        }
        for (const { kind, catalogue } of changedCatalogues) await copyCatalogue(writer, kind, catalogue);
        if (!(await hasModels(writer)))
          throw createPrimaryOutage(
            `${state.source} has no models; nothing was copied. Check that its database is the right one.`,
          );
        await replicaStore(writer).put(state);
        return state;
      });
      // Catalogues first, because readers may read the models and then the entries that these refer to.
      if (changedCatalogues.length > 0) await catalogues.refresh();
      await catalog.refresh(drafts.keys());
      // If the database had the models already, the snapshots may have been built from another state.
      await catalog.reread(unchangedCategories);
      isServed = true;
    },

    /** Stores that the copy equalled its source at `asOf` (Unix seconds). */
    confirm: (asOf: number) =>
      store.write(async (writer) => {
        const state = await replicaStore(writer).state();
        // Another process may have stored a later time. A time in the future was stored while the clock was
        // fast.
        if (state && (asOf > state.as_of || state.as_of > now()))
          await replicaStore(writer).put({ ...state, as_of: asOf });
      }),
  };
}

/** Creates the error for an update of the copy that failed because of its source. */
export function createPrimaryOutage(message: string): OutageError {
  return new OutageError('primary_unavailable', message);
}

async function readModels(reader: Tx, category: string): Promise<CategoryModels> {
  const rows = await modelStore(reader).list(category);
  return new Map(
    rows.map(({ name, v2, legacy, v2_hash, legacy_hash }) => [name, { v2, legacy, v2_hash, legacy_hash }]),
  );
}

/**
 * Replaces the models of a category by `models`, in their order. Writes only the differences.
 * @returns whether anything was written
 */
async function writeDifference(
  writer: WriteTx,
  category: string,
  models: CategoryModels,
  now: number,
): Promise<boolean> {
  const currentModels = await readModels(writer, category);
  const order = [...models.keys()];
  const remainingNames = [...currentModels.keys()].filter((name) => models.has(name));
  const addedNames = order.filter((name) => !currentModels.has(name));
  // New models are normally last. Any other order is rare, as is a first copy: both replace the whole
  // category.
  if (
    remainingNames.length === 0 ||
    [...remainingNames, ...addedNames].some((name, index) => name !== order[index])
  ) {
    if (currentModels.size + order.length === 0) return false;
    const rows = [...models].map(([name, texts]) => ({ category, name, ...texts }));
    await modelStore(writer).replaceAll(category, rows, now);
    return true;
  }
  const removedNames = [...currentModels.keys()].filter((name) => !models.has(name));
  const changedModels = [...models].filter(([name, texts]) => !sameTexts(currentModels.get(name), texts));
  for (const name of removedNames) await modelStore(writer).delete(category, name);
  for (const [name, texts] of changedModels) await modelStore(writer).put({ category, name, ...texts }, now);
  return removedNames.length + changedModels.length > 0;
}

function sameTexts(a: ModelTexts | undefined, b: ModelTexts): boolean {
  return a?.v2_hash === b.v2_hash && a.legacy_hash === b.legacy_hash;
}
