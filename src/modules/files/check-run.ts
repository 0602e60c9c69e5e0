import type { Clock } from '../../kernel/clock.ts';
import type { RemoteFiles } from '../../outside/remote-files.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { RecordFile } from '../../records/files/record-file.ts';
import type { Store } from '../../store/store.ts';
import type { Catalog } from '../catalog/index.ts';
import type { AddressChecksOptions } from './check-addresses.ts';
import type { FileEvidence } from './evidence.ts';
import { createFileChecks, createKnownFiles } from './file-services.ts';
import { fileStore } from './store.ts';
import type { FileAddress } from './tables.ts';

export interface CheckRunOptions
  extends Pick<
    AddressChecksOptions,
    'holder' | 'atOnce' | 'claimSeconds' | 'onChanges' | 'random' | 'pause'
  > {
  readonly store: Store;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly categories: Categories;
  readonly remote: RemoteFiles;
}

export interface CheckedFiles {
  readonly files: readonly FileEvidence[];
  /**
   * Number of addresses that this run has checked itself. Excludes those that concurrent runs have checked.
   */
  readonly checkedAddresses: number;
  /** Files whose host has not responded to any run since `checkedBefore`, each with the reason. */
  readonly unreachedFiles: readonly UnreachedFile[];
}

export type UnreachedFile = Pick<RecordFile, 'category' | 'model_name' | 'field_path' | 'url'> & {
  readonly reason: string;
};

/** Maximum number of attempts for an address whose host does not respond. */
const maxTries = 5;
/** Milliseconds between two reads of the claims of other runs. */
const otherRunPollMs = 250;

/**
 * Checks each file of the categories once, even when no check is due. Skips files whose host has responded
 * after `checkedBefore` (Unix seconds). Concurrent runs share the work. A run that is restarted after it was
 * killed checks only the remaining files.
 */
export async function checkFiles(
  options: CheckRunOptions,
  {
    categoryNames,
    checkedBefore,
    signal,
    onProgress,
  }: {
    categoryNames: readonly string[];
    checkedBefore: number;
    signal: AbortSignal;
    /** Called with the finished share of the addresses, from 0 to 1. */
    onProgress: (share: number) => void;
  },
): Promise<CheckedFiles> {
  const { store, clock, catalog, pause } = options;
  const categories = options.categories.list;
  const services = createKnownFiles({ store, catalog, categories });
  await services.memory.refresh();
  const files = services.liveFiles.all().filter(({ category }) => categoryNames.includes(category));
  const fetchableFiles = files.filter(({ host }) => host !== null);
  const { addresses, checks } = createFileChecks({ ...options, known: services });
  await addresses.syncLiveRecords();
  const urls = [...new Set(fetchableFiles.map(({ url }) => url))];
  let doneCount = 0;
  const onDone = () => {
    doneCount += 1;
    onProgress(Math.min(1, doneCount / urls.length));
  };
  const checkOnce = (urlsToCheck: readonly string[]) =>
    checks.check(urlsToCheck, { signal, checkedBefore, tries: maxTries, onDone });
  let checkedCount = await checkOnce(urls);
  // Wait for the claims of other runs to end, then check the addresses that those runs did not finish, for
  // example because they were killed.
  while (!signal.aborted) {
    const claimsEnd = await store.read((tx) => fileStore(tx).claimsEnd(urls, clock.now()));
    if (claimsEnd === null) {
      await services.memory.refresh();
      const openUrls = urls.filter((url) => isOpen(services.memory.address(url), checkedBefore));
      checkedCount += await checkOnce(openUrls);
      break;
    }
    await pause(otherRunPollMs, signal);
  }
  await services.memory.refresh();
  const unreachedFiles = fetchableFiles.flatMap(
    ({ category, model_name, field_path, url }): UnreachedFile[] => {
      const reason = findUnreachedReason(services.memory.address(url), checkedBefore);
      return reason === null ? [] : [{ category, model_name, field_path, url, reason }];
    },
  );
  return { files: services.evidence.ofFiles(files), checkedAddresses: checkedCount, unreachedFiles };
}

const otherRunReason = 'Another run is checking it.';

/**
 * Returns the reason why the host has not responded for an address after `since` (Unix seconds); null when it
 * has.
 */
function findUnreachedReason(address: FileAddress | undefined, since: number): string | null {
  if ((address?.checked_at ?? Number.NEGATIVE_INFINITY) > since) return null;
  return address?.state.failure?.reason ?? otherRunReason;
}

/**
 * Returns whether an address still has to be checked: no run has tried to check it after `checkedBefore`
 * (Unix seconds).
 */
function isOpen(
  address: { checked_at: number | null; state: { checked_at: number | null } } | undefined,
  checkedBefore: number,
): boolean {
  return (address?.state.checked_at ?? Number.NEGATIVE_INFINITY) <= checkedBefore;
}
