import type { Clock } from '../../kernel/clock.ts';
import {
  type FileText,
  type RepositoryCommit,
  RepositoryUnavailable,
} from '../../outside/content-repository.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { Store } from '../../store/store.ts';
import { type ChangeHead, changeStore } from '../queue/index.ts';
import { repositoryFileStore } from '../transfer/index.ts';
import { type IncomingResult, importCommit, type Queue, titleOf } from './apply-incoming.ts';
import { type AcceptedCommit, type BridgeState, changeState } from './bridge-state.ts';
import {
  type BridgedRepository,
  type BridgeProblem,
  bridgeAccount,
  bridgeBranch,
  categoriesOf,
  companionFiles,
} from './bridged-repository.ts';
import type { ComparedFile } from './compare-records.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRecord } from './tables.ts';

export interface IncomingOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly queue: Queue;
  readonly categories: Categories;
}

/**
 * The files of a commit: the texts of all files and, for the files that are not held, both sides' records of
 * their models.
 */
export interface IncomingCommit {
  readonly texts: ReadonlyMap<string, FileText>;
  readonly compared: readonly ComparedFile[];
  readonly problems: readonly BridgeProblem[];
}

export interface AppliedCommit {
  readonly commit: RepositoryCommit;
  readonly result: IncomingResult;
}

interface IncomingMode {
  /**
   * A user's acceptance of the held files at the head; null if there is none. Proposals from accepted files
   * name this user.
   */
  readonly accepted: AcceptedCommit | null;
  readonly dryRun: boolean;
}

/**
 * Imports commits sequentially, and stores each as the last imported commit. A dry run reads only the last
 * commit, because the files of that commit include the changes of the earlier commits.
 *
 * @param state the bridge's state before the first commit
 */
export async function importCommits(
  options: IncomingOptions,
  repository: BridgedRepository,
  state: BridgeState,
  { head, commits, forced }: NewCommits,
  readCommit: (commit: string) => Promise<IncomingCommit>,
  { accepted, dryRun }: IncomingMode,
): Promise<AppliedCommit[]> {
  const { store } = options;
  const { name } = repository;
  const categoryNames = categoriesOf(repository.kind, options.categories.list).map(
    (category) => category.name,
  );
  const updateState = (newValues: Partial<BridgeState>) => changeState(store, name, () => newValues);
  const isNewHead = !dryRun && state.commit !== head.id;
  if (isNewHead) await updateState({ behind: commits.length });
  const importedCommits: AppliedCommit[] = [];
  for (const commit of dryRun ? commits.slice(-1) : commits) {
    const incoming = await readCommit(commit.id);
    const isTrusted = repository.policy === 'trust' && !forced;
    const result = await importCommit(options, repository, commit, incoming.compared, {
      trusted: isTrusted,
      accepted,
      dryRun,
    });
    importedCommits.push({ commit, result });
    if (dryRun) continue;
    await settleProposals(store, name, categoryNames);
    const mayHaveNewFiles = commit.id !== state.commit || state.question !== null;
    if (mayHaveNewFiles) await storeFiles(options, incoming.texts, incoming.compared);
    const commitsBehind = isNewHead ? commits.length - importedCommits.length : 0;
    await updateState({
      commit: commit.id,
      commit_title: titleOf(commit),
      behind: commitsBehind,
      rewritten: forced,
    });
  }
  return importedCommits;
}

/** Stores the texts of a commit's readable files. The legacy export later edits these texts. */
async function storeFiles(
  { store, clock }: IncomingOptions,
  texts: ReadonlyMap<string, FileText>,
  comparedFiles: readonly ComparedFile[],
): Promise<void> {
  const readableFiles = new Set<string>(comparedFiles.map(({ definition }) => definition.legacy.fileName));
  if (readableFiles.has('models.csv'))
    for (const name of Object.values(companionFiles)) readableFiles.add(name);
  await store.write(async (tx) => {
    for (const [name, text] of texts) {
      if (typeof text === 'string' && readableFiles.has(name))
        await repositoryFileStore(tx).put(name, text, clock.now());
    }
  });
}

/**
 * Stores reviewers' decisions on the bridge's proposals. After an applied change, both sides agree. After a
 * rejected change, each side keeps its record. After a rejected conflict, the bridge sends the registry's
 * record to the repository.
 */
export async function settleProposals(
  store: Store,
  repository: string,
  categories: readonly string[],
): Promise<void> {
  await store.write(async (writer) => {
    for (const category of categories) {
      const records = await bridgeStore(writer).records(repository, category);
      const waitingRecords = records.filter(
        ({ change_id, declined }) => change_id !== null && declined === 0,
      );
      const heads = await changeStore(writer).heads(
        waitingRecords.map(({ change_id }) => change_id as number),
      );
      const changes = new Map(heads.map((head) => [head.change_id, head]));
      const settledRecords = waitingRecords.flatMap((record) => {
        const settledRecord = settleRecord(record, changes.get(record.change_id as number));
        return settledRecord ? [settledRecord] : [];
      });
      await bridgeStore(writer).put(settledRecords);
    }
  });
}

/**
 * Returns the bridge's row of a model after a decision on the model's proposal; null if there is no decision
 * yet.
 */
function settleRecord(record: BridgeRecord, change: ChangeHead | undefined): BridgeRecord | null {
  const withoutProposal = { ...record, proposed: null, change_id: null, conflict: 0 };
  // A purged change counts as never proposed, and so does a change that the bridge itself withdrew.
  if (!change) return withoutProposal;
  if (change.status === 'pending' || change.status === 'approved') return null;
  const theirs = record.proposed === 'null' ? null : record.proposed;
  if (change.status === 'applied') return { ...withoutProposal, base: theirs };
  if (change.rejected_by === bridgeAccount.userId) return withoutProposal;
  return record.conflict === 1 ? { ...withoutProposal, base: theirs } : { ...record, declined: 1 };
}

/** Returns whether the bridge has an undecided proposal for a model in these categories. */
export async function hasOpenProposals(
  store: Pick<Store, 'read'>,
  repository: string,
  categories: readonly string[],
): Promise<boolean> {
  const records = await store.read((reader) =>
    Promise.all(categories.map((category) => bridgeStore(reader).records(repository, category))),
  );
  return records.flat().some(({ change_id, declined }) => change_id !== null && declined === 0);
}

/**
 * Maximum number of commits that one sync imports individually, each with its own batch. Older commits are
 * imported together.
 */
const maxCommits = 200;

/**
 * Fetches the repository's branch and the bridge's branch. Returns the head commits: `head` of the
 * repository's branch, and `bridgeHead` of the bridge's branch, which is null if that branch does not exist.
 */
export async function fetchBranches({
  content,
  branch,
}: BridgedRepository): Promise<{ head: string; bridgeHead: string | null }> {
  const refs = { main: `refs/heads/${branch}`, ours: `refs/heads/${bridgeBranch}` };
  const remoteRefs = await content.refs(Object.values(refs));
  const head = remoteRefs.get(refs.main);
  if (head === undefined) throw new RepositoryUnavailable(`branch ${branch} does not exist`);
  const branches = [...remoteRefs].filter(([ref]) => ref === refs.main || ref === refs.ours);
  const missingRefs: string[] = [];
  for (const [ref, commit] of branches) if (!(await content.has(commit))) missingRefs.push(ref);
  if (missingRefs.length > 0) await content.fetch(missingRefs);
  return { head, bridgeHead: remoteRefs.get(refs.ours) ?? null };
}

export interface NewCommits {
  /** The head commit of the repository's branch. */
  readonly head: RepositoryCommit;
  /**
   * The commits to import, oldest first; never empty. If no new commit touches the bridge's files, contains
   * only the head, which may have been imported before.
   */
  readonly commits: readonly RepositoryCommit[];
  /**
   * True if the branch's history was rewritten since the last imported commit. No change is then trusted
   * until the pending proposals are decided.
   */
  readonly forced: boolean;
}

/**
 * Returns the commits that touch the bridge's files and are not imported yet, oldest first. Returns only the
 * head commit in three cases: there is no such commit, this is the first sync, or the history was rewritten.
 * `forced` is true if the history was rewritten. The changes then need review, because the new history may
 * undo imported changes.
 */
export async function readNewCommits(
  { content }: BridgedRepository,
  { commit }: BridgeState,
  id: string,
  fileNames: readonly string[],
): Promise<NewCommits> {
  const head = await content.commit(id);
  if (commit === null || commit === id) return { head, commits: [head], forced: false };
  const isKnown = await content.has(commit);
  if (!isKnown || !(await content.isAncestor(commit, id))) return { head, commits: [head], forced: true };
  const commits = await content.commits(commit, id, fileNames, maxCommits);
  return { head, commits: commits.length > 0 ? commits : [head], forced: false };
}
