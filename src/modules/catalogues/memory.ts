import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { CompressingBody, type ReadyBody } from '../../kernel/ready-body.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import type { Store } from '../../store/store.ts';
import { checkHistory, type HistoryLossHandler } from '../catalog/index.ts';
import type { Catalogue, CatalogueKind } from './catalogue.ts';
import { type ChangeSets, readCurrentCatalogue } from './change-sets.ts';
import { catalogueStore } from './store.ts';

interface CachedCatalogue {
  readonly catalogue: Catalogue;
  /** False for the initial content, which is not stored in the database. */
  readonly isStored: boolean;
  /** The serialized response bodies for this revision, by key. */
  readonly bodies: Map<string, ReadyBody>;
}

export type CatalogueMemory = Awaited<ReturnType<typeof openCatalogueMemory>>;

/** Caches the catalogues in memory, so that reads need neither the database nor serialization. */
export async function openCatalogueMemory({
  store,
  kinds,
  onHistoryLost,
}: {
  readonly store: Store;
  readonly kinds: readonly ChangeSets[];
  readonly onHistoryLost?: HistoryLossHandler;
}) {
  const cachedCatalogues = new Map<CatalogueKind, CachedCatalogue>(
    kinds.map(({ kind, first }) => [kind, { catalogue: first, isStored: false, bodies: new Map() }]),
  );
  const listeners: ((kind: CatalogueKind) => void)[] = [];
  let end: ChainEnd | null = null;

  const of = (kind: CatalogueKind): CachedCatalogue => {
    const entry = cachedCatalogues.get(kind);
    if (!entry) throw new Error(`Unknown catalogue ${kind}`);
    return entry;
  };

  const tagOf = (kind: CatalogueKind) => kinds.find((each) => each.kind === kind)?.tag ?? kind;

  const rereads = new SharedRuns(async () => {
    const previousEnd = end;
    const result = await store.read(async (reader) => {
      const history = await checkHistory(reader, previousEnd);
      const heads = await catalogueStore(reader).heads();
      const newerCatalogues: [CatalogueKind, CachedCatalogue][] = [];
      for (const each of kinds) {
        const head = heads.get(each.kind) ?? null;
        const { catalogue, isStored } = of(each.kind);
        const isSame = head
          ? isStored && head.revision === catalogue.revision && head.updated_at === catalogue.updated_at
          : !isStored;
        if (isSame && !history.isLost) continue;
        const newCatalogue = { catalogue: await readCurrentCatalogue(reader, each), isStored: head !== null };
        newerCatalogues.push([each.kind, { ...newCatalogue, bodies: new Map() }]);
      }
      return { ...history, newer: newerCatalogues };
    });
    end = result.end;
    for (const [kind, newer] of result.newer) {
      cachedCatalogues.set(kind, newer);
      for (const listener of listeners) listener(kind);
    }
    if (previousEnd && result.isLost) onHistoryLost?.({ memory: 'catalogues', end: previousEnd });
  });
  await rereads.run();

  return {
    /** Returns the catalogue as of the latest refresh. */
    of: (kind: CatalogueKind): Catalogue => of(kind).catalogue,

    /**
     * Returns the serialized body of a response about a catalogue. Builds it on first use, and caches it
     * until the catalogue changes.
     * @param key identifies the response in the cache; null: not cached. Use keys only for a small number of
     *   responses, or for one per entry
     */
    body: (kind: CatalogueKind, key: string | null, make: (catalogue: Catalogue) => JsonValue): ReadyBody => {
      const { catalogue, bodies } = of(kind);
      const cachedBody = key === null ? undefined : bodies.get(key);
      const readyBody =
        cachedBody ??
        new CompressingBody(Buffer.from(JSON.stringify(make(catalogue))), {
          revisionTag: `"${tagOf(kind)}-${catalogue.revision}"`,
        });
      if (key !== null) bodies.set(key, readyBody);
      return readyBody;
    },

    /**
     * Rereads the catalogues that any process has changed. Once the promise resolves, readers see everything
     * committed before the call.
     */
    refresh: (): Promise<void> => rereads.run(),

    /** Adds a listener, called with the kind of a catalogue whenever readers get a new state of it. */
    onChange: (listener: (kind: CatalogueKind) => void): void => void listeners.push(listener),
  };
}
