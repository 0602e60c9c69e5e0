import type { FileText } from '../../outside/content-repository.ts';
import type { WithLegacyForm } from '../transfer/index.ts';
import { type BridgeState, readState } from './bridge-state.ts';
import { type BridgedRepository, categoriesOf, fileNamesToRead } from './bridged-repository.ts';
import {
  compareRecords,
  findInitialBases,
  type RepositoryFiles,
  readRepositoryFiles,
} from './compare-records.ts';
import { type FileState, readFileStates } from './file-states.ts';
import {
  fetchBranches,
  type IncomingOptions,
  type NewCommits,
  readNewCommits,
  settleProposals,
} from './incoming-commits.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRecord } from './tables.ts';

/** The files of a commit: the texts of all files, and the records of the files that can be read. */
export interface CommitFiles {
  readonly texts: ReadonlyMap<string, FileText>;
  readonly theirs: RepositoryFiles;
}

/** The data of the repository and the registry that a sync reads before it imports commits. */
export interface SyncInput {
  /** The bridge's state after the last sync. */
  readonly state: BridgeState;
  readonly definitions: readonly WithLegacyForm[];
  readonly newCommits: NewCommits;
  /** The head commit of the bridge's branch; null if the branch does not exist. */
  readonly bridgeHead: string | null;
  readonly headFiles: CommitFiles;
  /** The state of each file before the sync, by category. */
  readonly fileStates: ReadonlyMap<string, FileState>;
  /**
   * The rows that `findInitialBases` found at the first sync; empty in later syncs. A dry run does not store
   * them.
   */
  readonly assumedRows: readonly BridgeRecord[];
}

/**
 * Fetches the repository's branches and reads both sides. Unless this is a dry run, first stores reviewers'
 * decisions on the bridge's proposals.
 */
export async function readSyncInput(
  { store, categories: { list, baselines } }: Pick<IncomingOptions, 'store' | 'categories'>,
  repository: BridgedRepository,
  { dryRun }: { readonly dryRun: boolean },
): Promise<SyncInput> {
  const { content, name, kind } = repository;
  const definitions = categoriesOf(kind, list);
  const state = await readState(store, name);
  const { head, bridgeHead } = await fetchBranches(repository);
  if (!dryRun) {
    const categoryNames = definitions.map((definition) => definition.name);
    await settleProposals(store, name, categoryNames);
  }
  const newCommits = await readNewCommits(repository, state, head, fileNamesToRead(kind, definitions));
  const headFiles = await readCommitFiles(repository, definitions, head, baselines);
  let assumedRows: readonly BridgeRecord[] = [];
  if (state.commit === null) {
    const comparedFiles = await store.read((reader) => compareRecords(reader, name, headFiles.theirs));
    assumedRows = await findInitialBases(store, content, name, head, comparedFiles, baselines);
    if (!dryRun) await store.write((writer) => bridgeStore(writer).put(assumedRows));
  }
  const fileStates = await store.read((reader) =>
    readFileStates(reader, name, definitions, {
      files: headFiles.theirs.files,
      assumedRows,
      baselines,
    }),
  );
  return {
    state,
    definitions,
    newCommits,
    bridgeHead,
    headFiles,
    fileStates,
    assumedRows,
  };
}

export async function readCommitFiles(
  { content, kind }: Pick<BridgedRepository, 'content' | 'kind'>,
  definitions: readonly WithLegacyForm[],
  commit: string,
  baselines: Parameters<typeof readRepositoryFiles>[2],
): Promise<CommitFiles> {
  const texts = await content.files(commit, fileNamesToRead(kind, definitions));
  return { texts, theirs: readRepositoryFiles(definitions, texts, baselines) };
}
