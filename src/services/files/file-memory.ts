import { SharedRuns } from '../../concurrency/shared-runs.ts';
import { type AddressState, unseen } from '../../registry/files/address-state.ts';
import type { NotedVerdict } from '../../registry/files/evidence.ts';
import { fileKey, type RecordFile } from '../../registry/files/record-file.ts';
import type { FileAddress, FileVerdictRow } from '../ports/store/file-evidence.ts';
import type { Store } from '../ports/store/store.ts';

/** What is stored of files, in memory: a look into it costs nothing. */
export interface FileMemory {
  /** Reads what was written since; afterwards it holds every commit from before the call. */
  refresh(): Promise<void>;
  address(url: string): FileAddress | undefined;
  addresses(): Iterable<FileAddress>;
  state(url: string): AddressState;
  noted(file: Pick<RecordFile, 'category' | 'model_name' | 'field_path'>): FileVerdictRow | null;
  /** Grows with every write that was read. */
  readonly seq: number;
}

export function createFileMemory(store: Pick<Store, 'read'>): FileMemory {
  let seq = 0;
  let addresses = new Map<string, FileAddress>();
  let verdicts = new Map<string, FileVerdictRow>();

  const read = new SharedRuns(async () => {
    const news = await store.read(async ({ files }) => {
      const now = await files.lastWrite();
      if (now === seq) return null;
      // A smaller number is that of another database: a backup that was put in the place of this one.
      const after = now < seq ? 0 : seq;
      const written = await files.addresses(after);
      const added = written.filter(({ url }) => !addresses.has(url)).length;
      // Nothing tells of addresses that were forgotten but that there are fewer.
      const isWhole = after === 0 || addresses.size + added !== (await files.countAddresses());
      return {
        now,
        isWhole,
        addresses: isWhole && after > 0 ? await files.addresses(0) : written,
        verdicts: await files.verdicts(isWhole ? 0 : after),
      };
    });
    if (news === null) return;
    if (news.isWhole) [addresses, verdicts] = [new Map(), new Map()];
    for (const address of news.addresses) addresses.set(address.url, address);
    for (const verdict of news.verdicts) verdicts.set(fileKey(verdict), verdict);
    seq = news.now;
  });

  return {
    refresh: () => read.run(),
    address: (url) => addresses.get(url),
    addresses: () => addresses.values(),
    state: (url) => addresses.get(url)?.state ?? unseen,
    noted: (file) => verdicts.get(fileKey(file)) ?? null,
    get seq() {
      return seq;
    },
  };
}

/** The noted verdict as evidence shows it. */
export function notedOf(row: FileVerdictRow | null): NotedVerdict | null {
  return row && { url: row.url, verdict: row.verdict, since: row.since };
}
