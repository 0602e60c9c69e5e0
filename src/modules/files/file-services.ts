import type { Clock } from '../../kernel/clock.ts';
import type { RemoteFiles } from '../../outside/remote-files.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { Store } from '../../store/store.ts';
import type { Catalog, HistoryLossHandler } from '../catalog/index.ts';
import { type AddressChecksOptions, createAddressChecks, type InspectAddress } from './check-addresses.ts';
import { createFileEvidence, type FileEvidenceViews } from './file-evidence.ts';
import { createFileMemory, createLiveFiles, type FileMemory, type LiveFiles } from './file-memory.ts';
import { probe } from './probe.ts';
import { trackAddresses } from './track-addresses.ts';
import type { OnVerdictChanges } from './verdict-events.ts';

/**
 * Services that return stored evidence about files without calling the hosts. `createFileChecks` creates the
 * services that call them.
 */
export interface KnownFiles {
  readonly memory: FileMemory;
  readonly liveFiles: LiveFiles;
  readonly evidence: FileEvidenceViews;
}

export function createKnownFiles({
  store,
  catalog,
  categories,
  onHistoryLost,
}: {
  store: Pick<Store, 'read'>;
  catalog: Pick<Catalog, 'snapshot'>;
  categories: readonly CategoryDefinition[];
  onHistoryLost?: HistoryLossHandler | undefined;
}): KnownFiles {
  const memory = createFileMemory(store, onHistoryLost);
  const liveFiles = createLiveFiles({ catalog, categories });
  return { memory, liveFiles, evidence: createFileEvidence(memory, liveFiles) };
}

interface FileChecksOptions
  extends Omit<AddressChecksOptions, 'store' | 'look' | 'liveFiles' | 'memory' | 'onChanges'> {
  readonly categories: Pick<Categories, 'baselines'>;
  readonly store: Pick<Store, 'read' | 'write' | 'writeBeside'>;
  readonly clock: Clock;
  readonly known: KnownFiles;
  readonly remote: RemoteFiles;
  readonly onChanges?: OnVerdictChanges;
}

/**
 * Creates the services that check files. `addresses` keeps the stored addresses up to date. `checks` calls
 * the hosts of the addresses.
 */
export function createFileChecks({
  known,
  remote,
  onChanges = async () => {},
  ...options
}: FileChecksOptions) {
  const { categories, store, clock } = options;
  const { memory, liveFiles } = known;
  const inspectAddress: InspectAddress = ({ url }) => {
    // Several records may expect different hashes at one address. Only the first of these hashes is searched
    // elsewhere.
    const file = liveFiles.withUrl(url).find(({ expected }) => expected.sha256 !== null);
    const sha256 = file?.expected.sha256 ?? null;
    return probe(remote, url, { sha256, repositories: file ? liveFiles.repositoriesOf(file) : [] });
  };
  return {
    addresses: trackAddresses({ categories, store, clock, memory, liveFiles, onChanges }),
    checks: createAddressChecks({ ...options, liveFiles, memory, look: inspectAddress, onChanges }),
  };
}
