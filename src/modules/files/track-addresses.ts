import type { Clock } from '../../kernel/clock.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import { uncheckedAddress } from '../../records/files/address-state.ts';
import { filesOfRecord, type RecordFile } from '../../records/files/record-file.ts';
import { judge } from '../../records/files/verdict.ts';
import { viewsOf } from '../../records/model-views.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { checkHistory, modelStore } from '../catalog/index.ts';
import { changeStore, computeProposedViews, type ListedChange } from '../queue/index.ts';
import type { FileMemory, LiveFiles } from './file-memory.ts';
import { fileStore } from './store.ts';
import { type OnVerdictChanges, storeVerdicts } from './verdict-events.ts';

export function trackAddresses({
  categories,
  store,
  clock,
  memory,
  liveFiles,
  onChanges,
}: {
  readonly categories: Pick<Categories, 'baselines'>;
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
  readonly memory: FileMemory;
  readonly liveFiles: LiveFiles;
  readonly onChanges: OnVerdictChanges;
}) {
  const proposedFiles = createProposedFiles({ categories, store, clock });
  /**
   * The live files and `memory.reads` when `syncLiveRecords` last had nothing to write. Until one of them
   * changes, `syncLiveRecords` does nothing.
   */
  let syncedState: { all: readonly RecordFile[]; reads: number } | undefined;

  return {
    /**
     * Synchronises the stored addresses with the live records. Adds missing addresses, which are due at once.
     * Marks the addresses that live records reference. Also stores the verdicts that changed because a record
     * changed.
     */
    syncLiveRecords: async (): Promise<void> => {
      await memory.refresh();
      const all = liveFiles.all();
      if (syncedState?.all === all && syncedState.reads === memory.reads) return;
      const files = all.filter(({ host }) => host !== null);
      const byUrl = Map.groupBy(files, ({ url }) => url);
      const urls = [...byUrl.keys()];
      const newUrls = urls.filter((url) => memory.address(url) === undefined);
      const returnedUrls = urls.filter((url) => memory.address(url)?.live === false);
      const liveUrls = [...memory.addresses()].filter(({ live }) => live).map(({ url }) => url);
      const unreferencedUrls = liveUrls.filter((url) => !byUrl.has(url));
      const outdatedFiles = files.filter((file) => isVerdictOutdated(file, memory));
      if ([newUrls, returnedUrls, unreferencedUrls, outdatedFiles].every(({ length }) => length === 0)) {
        syncedState = { all, reads: memory.reads };
        return;
      }
      const now = clock.now();
      await store.write(async (writer) => {
        const addresses = fileStore(writer);
        // An address that is referenced again may have been deleted in the meantime.
        await addresses.addMissing(
          [...newUrls, ...returnedUrls].map((url) => ({ url, live: true, state: uncheckedAddress })),
          now,
        );
        await addresses.setLive(returnedUrls, true);
        await addresses.setDue(returnedUrls, now);
        await addresses.setLive(unreferencedUrls, false);
        for (const file of outdatedFiles)
          await storeVerdicts(writer, [file], memory.state(file.url), now, onChanges);
      });
      await memory.refresh();
    },

    /**
     * Lists up to `limit` due addresses from pending and approved changes. Stores those that are not stored
     * yet.
     */
    listDueOfProposals: async (limit: number): Promise<string[]> => {
      await proposedFiles.refresh();
      const now = clock.now();
      const urls = proposedFiles.next(limit, (url) => {
        const { live = false, due_at = now } = memory.address(url) ?? {};
        return !live && due_at <= now;
      });
      const newUrls = urls.filter((url) => memory.address(url) === undefined);
      if (newUrls.length > 0) {
        await store.write((tx) =>
          fileStore(tx).addMissing(
            newUrls.map((url) => ({ url, live: false, state: uncheckedAddress })),
            now,
          ),
        );
      }
      return urls;
    },
  };
}

/**
 * Returns whether the verdict on a file has to be stored. This is so in three cases: there is evidence but no
 * stored verdict, the verdict has changed, or the stored verdict is about another address or hash.
 */
function isVerdictOutdated(file: RecordFile, memory: FileMemory): boolean {
  const lastVerdict = memory.lastVerdict(file);
  const { verdict } = judge(file, memory.state(file.url));
  if (lastVerdict === null) return verdict !== 'unknown';
  return (
    lastVerdict.verdict !== verdict ||
    lastVerdict.url !== file.url ||
    lastVerdict.sha256 !== file.expected.sha256
  );
}

interface OpenChange {
  readonly version: number;
  readonly account: string;
  readonly urls: readonly string[];
  /** Index in `urls` of the next address. */
  nextIndex: number;
  /** The time (Unix seconds) until which the change is skipped, because none of its addresses was due. */
  idleUntil: number;
}

const changesAtOnce = 50;
/** Seconds for which a change without due addresses is skipped. */
const idleSeconds = 60;

/**
 * Selects addresses to check from pending and approved changes. Takes turns between the accounts, and between
 * the changes of each account. An account that proposes many files therefore delays only itself.
 */
function createProposedFiles({
  categories,
  store,
  clock,
}: {
  categories: Pick<Categories, 'baselines'>;
  store: Pick<Store, 'read'>;
  clock: Clock;
}) {
  /**
   * The pending and approved changes, by account and then by id. When an address of a change is selected, the
   * change moves to the end of its account's map, and the account moves to the end of `accounts`.
   */
  const accounts = new Map<string, Map<number, OpenChange>>();
  const changes = new Map<number, OpenChange>();
  let end: ChainEnd | null = null;

  const removeChange = (id: number) => {
    const account = changes.get(id)?.account ?? '';
    changes.delete(id);
    accounts.get(account)?.delete(id);
    if (accounts.get(account)?.size === 0) accounts.delete(account);
  };

  const addChange = (change: ListedChange, urls: readonly string[]) => {
    const { change_id: id, version, requested_by: account } = change;
    removeChange(id);
    const openChange = { version, account, urls, nextIndex: 0, idleUntil: Number.NEGATIVE_INFINITY };
    changes.set(id, openChange);
    accounts.set(account, (accounts.get(account) ?? new Map()).set(id, openChange));
  };

  const nextDueUrl = (openChange: OpenChange, isDue: (url: string) => boolean): string | undefined => {
    const now = clock.now();
    if (now < openChange.idleUntil) return undefined;
    for (let count = 0; count < openChange.urls.length; count += 1) {
      const url = openChange.urls[openChange.nextIndex] ?? '';
      openChange.nextIndex = (openChange.nextIndex + 1) % openChange.urls.length;
      if (isDue(url)) return url;
    }
    openChange.idleUntil = now + idleSeconds;
    return undefined;
  };

  return {
    /**
     * Adds changes that were queued or revised since the last call, and removes those that were decided,
     * withdrawn or purged.
     */
    refresh: async (): Promise<void> => {
      await store.read(async (reader) => {
        const history = await checkHistory(reader, end);
        end = history.end;
        // After a restore, ids that were lost may be reused for other changes.
        if (history.isLost) for (const id of [...changes.keys()]) removeChange(id);
        const openVersions = await changeStore(reader).openVersions();
        for (const id of [...changes.keys()]) if (!openVersions.has(id)) removeChange(id);
        const newVersions = [...openVersions].filter(([id, version]) => changes.get(id)?.version !== version);
        for (let at = 0; at < newVersions.length; at += changesAtOnce) {
          const ids = newVersions.slice(at, at + changesAtOnce).map(([id]) => id);
          for (const change of await changeStore(reader).listed(ids))
            addChange(change, await readProposedUrls(reader, change, categories.baselines));
        }
      });
    },

    /** Lists the next distinct addresses to check, at most `limit`. */
    next: (limit: number, isDue: (url: string) => boolean): string[] => {
      const urls = new Set<string>();
      const isNew = (url: string) => !urls.has(url) && isDue(url);
      while (urls.size < limit) {
        const url = takeTurn(accounts, (accountQueue) =>
          takeTurn(accountQueue, (openChange) => nextDueUrl(openChange, isNew)),
        );
        if (url === undefined) break;
        urls.add(url);
      }
      return [...urls];
    },
  };
}

/**
 * Calls `takeUrl` for the entries of a map, in order, until it returns an address. Moves that entry to the
 * end of the map. Returns undefined when no entry has an address.
 */
function takeTurn<Key, Value>(
  queue: Map<Key, Value>,
  takeUrl: (value: Value) => string | undefined,
): string | undefined {
  for (const [key, value] of queue) {
    const url = takeUrl(value);
    if (url === undefined) continue;
    queue.delete(key);
    queue.set(key, value);
    return url;
  }
  return undefined;
}

async function readProposedUrls(
  reader: Tx,
  change: ListedChange,
  baselines: KnownBaselines,
): Promise<readonly string[]> {
  const row = await modelStore(reader).get(change.category, change.model_name);
  const { v2 } = await computeProposedViews(reader, change, row && viewsOf(row), baselines);
  if (v2 === null) return [];
  const files = filesOfRecord(change.category, change.model_name, v2);
  return [...new Set(files.filter(({ host }) => host !== null).map(({ url }) => url))];
}
