import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import { type AddressState, uncheckedAddress } from '../../records/files/address-state.ts';
import { parseDraftLink } from '../../records/files/links.ts';
import { createFileKey, filesOfRecord, type RecordFile } from '../../records/files/record-file.ts';
import type { Store } from '../../store/store.ts';
import {
  type Catalog,
  type CategorySnapshot,
  checkHistory,
  type HistoryLossHandler,
  PerRecord,
  type SnapshotRecord,
} from '../catalog/index.ts';
import { type FileStore, fileStore } from './store.ts';
import type { FileAddress, FileVerdictRow } from './tables.ts';

export type FileMemory = ReturnType<typeof createFileMemory>;

/** Caches the stored addresses of files, the observations of each address, and the stored verdicts. */
export function createFileMemory(store: Pick<Store, 'read'>, onHistoryLost?: HistoryLossHandler) {
  let lastWrite = 0;
  let readCount = 0;
  let end: ChainEnd | null = null;
  /** The address in memory with the latest write. */
  let newestAddress: FileAddress | undefined;
  let addresses = new Map<string, FileAddress>();
  let verdicts = new Map<string, FileVerdictRow>();

  const sharedRead = new SharedRuns(async () => {
    const previousEnd = end;
    const { history, newWrites } = await store.read(async (reader) => {
      const files = fileStore(reader);
      const history = await checkHistory(reader, previousEnd);
      const currentWrite = await files.lastWrite();
      // The database was replaced if it has lost audit events, if its write number is lower than the one in
      // memory, or if it lacks the latest address write in memory.
      const isReplaced =
        history.isLost || currentWrite < lastWrite || !(await isUpToDate(files, newestAddress));
      if (currentWrite === lastWrite && !isReplaced) return { history, newWrites: null };
      const firstUnread = isReplaced ? 0 : lastWrite;
      const changes = await files.addresses(firstUnread);
      const newCount = changes.filter(({ url }) => !addresses.has(url)).length;
      // Deletions are noticed only because the number of addresses differs. Then all addresses are read
      // again.
      const isWhole = firstUnread === 0 || addresses.size + newCount !== (await files.countAddresses());
      const update = {
        now: currentWrite,
        isWhole,
        addresses: isWhole && firstUnread > 0 ? await files.addresses(0) : changes,
        verdicts: await files.verdicts(isWhole ? 0 : firstUnread),
      };
      return { history, newWrites: update };
    });
    end = history.end;
    if (previousEnd && history.isLost) onHistoryLost?.({ memory: 'files', end: previousEnd });
    if (newWrites === null) return;
    if (newWrites.isWhole) [addresses, verdicts, newestAddress] = [new Map(), new Map(), undefined];
    for (const address of newWrites.addresses) {
      addresses.set(address.url, address);
      if (address.seq >= (newestAddress?.seq ?? 0)) newestAddress = address;
    }
    for (const verdict of newWrites.verdicts) verdicts.set(createFileKey(verdict), verdict);
    lastWrite = newWrites.now;
    readCount += 1;
  });

  return {
    /**
     * Reads the writes since the last call. When it resolves, memory includes every commit made before the
     * call.
     */
    refresh: (): Promise<void> => sharedRead.run(),
    address: (url: string) => addresses.get(url),
    addresses: (): Iterable<FileAddress> => addresses.values(),
    state: (url: string): AddressState => addresses.get(url)?.state ?? uncheckedAddress,
    lastVerdict: (file: Parameters<typeof createFileKey>[0]) => verdicts.get(createFileKey(file)) ?? null,
    /** The number of refreshes that have read new data. Callers compare it to validate cached results. */
    get reads() {
      return readCount;
    },
  };
}

/**
 * Returns whether the database still has the latest write to the newest address in memory, or a later write
 * to this address. If it has neither, the database was restored. The audit trail does not always show a
 * restore.
 */
async function isUpToDate(files: FileStore, newestAddress: FileAddress | undefined): Promise<boolean> {
  if (newestAddress === undefined) return true;
  const row = await files.address(newestAddress.url);
  if (row === null || row.seq < newestAddress.seq) return false;
  return row.seq > newestAddress.seq || row.checked_at === newestAddress.checked_at;
}

const fileIndexKey = Symbol('files');

export type LiveFiles = ReturnType<typeof createLiveFiles>;

/** Lists the files that live records reference, as of the catalog's latest refresh. */
export function createLiveFiles({
  catalog,
  categories,
}: {
  catalog: Pick<Catalog, 'snapshot'>;
  categories: readonly Pick<CategoryDefinition, 'name'>[];
}) {
  const readFileIndex = (category: string) =>
    catalog.snapshot('v2', category).derive(fileIndexKey, indexFiles);
  /**
   * `all` is the concatenation of `parts`, which has one list per category. Cached until a record changes.
   */
  let cachedFiles: { parts: readonly (readonly RecordFile[])[]; all: readonly RecordFile[] } | undefined;
  const readAll = (): readonly RecordFile[] => {
    const parts = categories.map(({ name }) => readFileIndex(name).all);
    if (!cachedFiles?.parts.every((part, at) => part === parts[at]))
      cachedFiles = { parts, all: parts.flat() };
    return cachedFiles.all;
  };
  return {
    /**
     * Lists all files, in the order of the categories and then of the stored models. Returns the same array
     * until a record changes, so that callers can detect changes by identity.
     */
    all: readAll,
    ofModel: (category: string, modelName: string) => readFileIndex(category).byModel.get(modelName) ?? [],
    withUrl: (url: string): readonly RecordFile[] =>
      categories.flatMap(({ name }) => readFileIndex(name).byUrl.get(url) ?? []),
    /**
     * Lists the Hugging Face repositories to search for a file that is gone from its address. These are the
     * repository of the model's page, and the repositories from which records download a file with the same
     * hash.
     */
    repositoriesOf: ({ category, model_name, expected: { sha256 } }: RecordFile): string[] => {
      const record = catalog.snapshot('v2', category).get(model_name)?.record;
      const pages = [record?.homepage, record?.url].flatMap((page) => listRepositories(page));
      const filesWithHash = readAll().filter(({ expected }) => sha256 !== null && expected.sha256 === sha256);
      return [...new Set([...pages, ...filesWithHash.flatMap(({ url }) => listRepositories(url))])];
    },
  };
}

function listRepositories(address: unknown): string[] {
  const link = typeof address === 'string' ? parseDraftLink(address) : null;
  return link?.host === 'huggingface' ? [link.repository] : [];
}

const fileCaches = new Map<string, PerRecord<readonly RecordFile[]>>();

function getFileCache(category: string): PerRecord<readonly RecordFile[]> {
  const cache =
    fileCaches.get(category) ??
    new PerRecord(({ name, record }: SnapshotRecord) => filesOfRecord(category, name, record));
  fileCaches.set(category, cache);
  return cache;
}

function indexFiles({ category, records }: CategorySnapshot) {
  const allFiles = records.flatMap((record) => getFileCache(category).of(record));
  return {
    all: allFiles,
    byModel: Map.groupBy(allFiles, ({ model_name }) => model_name),
    byUrl: Map.groupBy(allFiles, ({ url }) => url),
  };
}
