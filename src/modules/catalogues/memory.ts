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
    kinds.map(({ kind, initialCatalogue }) => [
      kind,
      { catalogue: initialCatalogue, isStored: false, bodies: new Map() },
    ]),
  );
  const listeners: ((kind: CatalogueKind) => void)[] = [];
  let chainEnd: ChainEnd | null = null;

  const getCached = (kind: CatalogueKind): CachedCatalogue => {
    const entry = cachedCatalogues.get(kind);
    if (!entry) throw new Error(`Unknown catalogue ${kind}`);
    return entry;
  };

  const getEtagPrefix = (kind: CatalogueKind) => kinds.find((each) => each.kind === kind)?.etagPrefix ?? kind;

  const rereads = new SharedRuns(async () => {
    const previousEnd = chainEnd;
    const result = await store.read(async (reader) => {
      const history = await checkHistory(reader, previousEnd);
      const heads = await catalogueStore(reader).getHeads();
      const newerCatalogues: [CatalogueKind, CachedCatalogue][] = [];
      for (const each of kinds) {
        const head = heads.get(each.kind) ?? null;
        const { catalogue, isStored } = getCached(each.kind);
        const isSame = head
          ? isStored && head.revision === catalogue.revision && head.updated_at === catalogue.updated_at
          : !isStored;
        if (isSame && !history.isLost) continue;
        const newCatalogue = { catalogue: await readCurrentCatalogue(reader, each), isStored: head !== null };
        newerCatalogues.push([each.kind, { ...newCatalogue, bodies: new Map() }]);
      }
      return { ...history, newer: newerCatalogues };
    });
    chainEnd = result.end;
    for (const [kind, newer] of result.newer) {
      cachedCatalogues.set(kind, newer);
      for (const listener of listeners) listener(kind);
    }
    if (previousEnd && result.isLost) onHistoryLost?.({ memory: 'catalogues', end: previousEnd });
  });
  await rereads.run();

  return {
    /** Returns the catalogue as of the latest refresh. */
    get: (kind: CatalogueKind): Catalogue => getCached(kind).catalogue,

    /**
     * Returns the serialized body of a response about a catalogue. Builds it on first use, and caches it
     * until the catalogue changes.
     * @param key the key of the response in the cache; null if the response is not cached. The number of
     *   different keys must be limited, for example to one per entry
     */
    body: (
      kind: CatalogueKind,
      key: string | null,
      build: (catalogue: Catalogue) => JsonValue,
    ): ReadyBody => {
      const { catalogue, bodies } = getCached(kind);
      const cachedBody = key === null ? undefined : bodies.get(key);
      const readyBody =
        cachedBody ??
        new CompressingBody(Buffer.from(JSON.stringify(build(catalogue))), {
          revisionTag: `"${getEtagPrefix(kind)}-${catalogue.revision}"`,
        });
      if (key !== null) bodies.set(key, readyBody);
      return readyBody;
    },

    /**
     * Rereads the catalogues that any process has changed. Once the promise resolves, readers see everything
     * committed before the call.
     */
    refresh: (): Promise<void> => rereads.run(),

    /**
     * Adds a listener. It is called with the kind of a catalogue when a newer state of the catalogue is
     * cached.
     */
    onChange: (listener: (kind: CatalogueKind) => void): void => void listeners.push(listener),
  };
}
