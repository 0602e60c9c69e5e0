import type { CategoryDefinition } from '../../records/categories/category.ts';
import { type FeedEvent, textsOfEvent } from '../../records/feed-event.ts';
import type { ModelTexts } from '../../records/model-views.ts';
import type { Store } from '../../store/store.ts';
import type { WriteTx } from '../../store/tx.ts';
import { type Catalog, ModelOrder, type ModelRow, modelStore, type NewModel } from '../catalog/index.ts';
import { idOf, OutOfStep, primaryOutage, refuseLarger } from './pages.ts';
import { replicaStore } from './store.ts';
import type { ReplicaState, ViewEtags } from './tables.ts';

/** The models of one category by name, in stored order. */
export type CategoryModels = ReadonlyMap<string, ModelTexts>;

/** The new content of a category: all of its models, which replace those of the copy. */
export interface CategoryDraft {
  readonly models: CategoryModels;
  /**
   * The ETags that the source sent with the two views; empty when the category does not come from polling.
   */
  readonly etags: ViewEtags;
}

export type Copy = ReturnType<typeof createCopy>;

/**
 * Opens the replica's copy in its database. The copy is consistent after every write, even after a crash;
 * readers see a write as soon as its promise resolves.
 *
 * @param now gives Unix seconds
 */
export function createCopy({
  store,
  catalog,
  categories,
  now,
}: {
  readonly store: Store;
  readonly catalog: Pick<Catalog, 'refresh' | 'readAnew'>;
  readonly categories: readonly CategoryDefinition[];
  readonly now: () => number;
}) {
  const known = new Set(categories.map(({ name }) => name));
  const hasModels = async (writer: WriteTx): Promise<boolean> => {
    const counts = await modelStore(writer).counts();
    return categories.some(({ name, isReference }) => !isReference && counts.has(name));
  };
  let seen: ReplicaState | null = null;
  let isShown = false;
  /**
   * Gives the later of a new time (`asOf`) and the stored time (`before`), in Unix seconds. Gives the new
   * time when the stored one is in the future, because the clock was fast when it was noted.
   */
  const laterOf = (asOf: number, before: number): number => (before > now() ? asOf : Math.max(asOf, before));

  return {
    /** The copy's state as this process last read or wrote it; null before there is a copy. */
    get seen() {
      return seen;
    },
    /** Whether the catalog's snapshots, from which this process answers readers, were built from the copy. */
    get isShown() {
      return isShown;
    },
    /** Reads the copy's state; null before there is a copy. */
    state: async () => {
      seen = await store.read((reader) => replicaStore(reader).state());
      // A stored copy is shown: the snapshots were built of it at start, or by the process that wrote it.
      isShown ||= seen !== null;
      return seen;
    },
    models: (category: string) =>
      store.read(async (reader) => modelsOf(await modelStore(reader).list(category))),
    etags: (category: string) => store.read((reader) => replicaStore(reader).etags(category)),

    /**
     * Applies the feed's events between two cursors and moves the copy's cursor, in one transaction: no event
     * is lost or applied twice, even when several processes follow the same feed.
     *
     * @param asOf Unix seconds of the time at which the copy equals the source
     * @throws OutOfStep when an event is damaged; Error when another process has replaced the copy
     */
    async apply(
      { from, upto, events }: { from: string; upto: string; events: readonly FeedEvent[] },
      asOf: number,
    ): Promise<void> {
      // A newer primary may have categories that this replica does not know.
      const writes = events
        .filter(({ category }) => known.has(category))
        .map((event) => ({ event, texts: textsOf(event) }));
      seen = await store.write(async (writer) => {
        const state = stateBehind(from, await replicaStore(writer).state());
        const here = idOf(state.cursor);
        const news = writes.filter(({ event }) => event.event_id > here);
        for (const [category, own] of Map.groupBy(news, ({ event }) => event.category)) {
          if (own.some(({ event }) => event.returned_behind !== undefined)) {
            await applyInOrder(writer, category, own);
            continue;
          }
          for (const { event, texts } of own) {
            const { model_name: name, timestamp } = event;
            if (texts) await modelStore(writer).put({ category, name, ...texts }, timestamp);
            else await modelStore(writer).delete(category, name);
          }
        }
        for (const category of new Set(writes.map(({ event }) => event.category))) {
          refuseLarger(category, await modelStore(writer).size(category));
        }
        const cursor = idOf(upto) > here ? upto : state.cursor;
        const next = { ...state, cursor, as_of: laterOf(asOf, state.as_of) };
        await replicaStore(writer).put(next);
        return next;
      });
      await catalog.refresh(new Set(writes.map(({ event }) => event.category)));
      isShown = true;
    },

    /**
     * Replaces whole categories of the copy and stores the copy's new state, in one transaction. Writes
     * nothing when another process has changed the copy since its state was `expected`.
     *
     * @throws Error when the copy has models and would have none afterwards: the source has then more likely
     * been started on an empty database by mistake
     */
    async swapIn(
      drafts: ReadonlyMap<string, CategoryDraft>,
      state: ReplicaState,
      expected: ReplicaState | null,
    ): Promise<void> {
      seen = await store.write(async (writer) => {
        const found = await replicaStore(writer).state();
        if (found?.source !== expected?.source || found?.cursor !== expected?.cursor) return found;
        const had = await hasModels(writer);
        for (const [category, { models, etags }] of drafts) {
          if (!sameModels(modelsOf(await modelStore(writer).list(category)), models)) {
            await modelStore(writer).replaceAll(category, rowsOf(category, models), now());
          }
          await replicaStore(writer).putEtags(category, etags);
        }
        if (had && !(await hasModels(writer)))
          throw primaryOutage(
            `${state.source} has no models. Is its database the right one? The last copy of its models is kept.`,
          );
        await replicaStore(writer).put(state);
        return state;
      });
      // Read anew even without a change in the database: the copy may have been remade because memory was
      // wrong.
      await catalog.readAnew(drafts.keys());
      isShown = true;
    },

    /** Notes in the database that the copy equalled its source at `asOf` (Unix seconds). */
    confirm: (asOf: number) =>
      store.write(async (writer) => {
        const state = await replicaStore(writer).state();
        if (state && laterOf(asOf, state.as_of) !== state.as_of)
          await replicaStore(writer).put({ ...state, as_of: asOf });
      }),
  };
}

/**
 * Applies events of one category of which some put a model among the others. Writes the whole category in the
 * new order, because positions in the copy differ from those of the source. This is rare.
 */
async function applyInOrder(
  writer: WriteTx,
  category: string,
  writes: readonly { readonly event: FeedEvent; readonly texts: ModelTexts | null }[],
): Promise<void> {
  const models = new OrderedModels(modelsOf(await modelStore(writer).list(category)));
  for (const { event, texts } of writes) models.write(event.model_name, texts, event.returned_behind);
  const { timestamp } = writes.at(-1)!.event;
  await modelStore(writer).replaceAll(category, rowsOf(category, models.inOrder()), timestamp);
}

/** The models of a category while events are applied to them. */
export class OrderedModels {
  readonly #texts: Map<string, ModelTexts>;
  readonly #order: ModelOrder;

  constructor(models: CategoryModels = new Map()) {
    this.#texts = new Map(models);
    this.#order = new ModelOrder(models.keys());
  }

  get size(): number {
    return this.#texts.size;
  }

  get(name: string): ModelTexts | undefined {
    return this.#texts.get(name);
  }

  /**
   * Writes a model.
   * @param texts null: deletes the model
   * @param behind the name of the model after which it comes, or null when it comes first. Undefined: a new
   * model comes last, any other keeps its place
   */
  write(name: string, texts: ModelTexts | null, behind?: string | null): void {
    if (texts === null) {
      this.#texts.delete(name);
      this.#order.delete(name);
      return;
    }
    this.#texts.set(name, texts);
    if (behind !== undefined) this.#order.place(name, behind);
    else if (!this.#order.has(name)) this.#order.append(name);
  }

  inOrder(): Map<string, ModelTexts> {
    return new Map([...this.#order].map((name) => [name, this.#texts.get(name)!]));
  }
}

/**
 * Gives the texts of the model that an event writes; null when the event deletes the model.
 * @throws OutOfStep when a text does not have the hash that the event states
 */
function textsOf(event: FeedEvent): ModelTexts | null {
  try {
    return textsOfEvent(event);
  } catch (error) {
    if (error instanceof SyntaxError) throw new OutOfStep(`the feed is damaged: ${error.message}`);
    throw error;
  }
}

/**
 * Gives the copy's state. Checks that the copy still comes from the feed, and has all events up to the cursor
 * `from`; it may have more.
 *
 * @throws Error when the copy has fewer events or comes from no feed: another process has then replaced it
 */
function stateBehind(from: string, state: ReplicaState | null): ReplicaState & { cursor: string } {
  const cursor = state?.cursor ?? null;
  const follows = cursor !== null && (cursor === from || idOf(cursor) > idOf(from));
  if (state && follows) return { ...state, cursor };
  throw primaryOutage(
    `The copy is no longer at event ${idOf(from)}, but at ${cursor}: another process has replaced it.`,
  );
}

function modelsOf(rows: readonly ModelRow[]): CategoryModels {
  return new Map(
    rows.map(({ name, v2, legacy, v2_hash, legacy_hash }) => [name, { v2, legacy, v2_hash, legacy_hash }]),
  );
}

function rowsOf(category: string, models: CategoryModels): NewModel[] {
  return [...models].map(([name, texts]) => ({ category, name, ...texts }));
}

/** Tells whether two lists of models have the same bytes in the same order. */
function sameModels(some: CategoryModels, others: CategoryModels): boolean {
  const fingerprint = (models: CategoryModels) =>
    [...models].map(([name, { v2_hash, legacy_hash }]) => [name, v2_hash, legacy_hash]);
  return JSON.stringify(fingerprint(some)) === JSON.stringify(fingerprint(others));
}
