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
  companions,
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
 * The files of a commit: the texts of all of them, and both sides' records of the models in the files that
 * are not held.
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
   * A person's acceptance of the held files at the head; null when nobody has accepted them. Proposals from
   * accepted files name this person.
   */
  readonly accepted: AcceptedCommit | null;
  readonly dryRun: boolean;
}

/**
 * Imports commits one after the other, and stores each as the last imported commit. A dry run reads only the
 * last commit, because its files contain the changes of the earlier commits.
 *
 * @param state the bridge's state before the first of the commits
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
  const remember = (more: Partial<BridgeState>) => changeState(store, name, () => more);
  const isNews = !dryRun && state.commit !== head.id;
  if (isNews) await remember({ behind: commits.length });
  const imported: AppliedCommit[] = [];
  for (const commit of dryRun ? commits.slice(-1) : commits) {
    const incoming = await readCommit(commit.id);
    const trusted = repository.policy === 'trust' && !forced;
    const result = await importCommit(options, repository, commit, incoming.compared, {
      trusted,
      accepted,
      dryRun,
    });
    imported.push({ commit, result });
    if (dryRun) continue;
    await settleProposals(store, name, categoryNames);
    const mayBeNew = commit.id !== state.commit || state.question !== null;
    if (mayBeNew) await storeFiles(options, incoming.texts, incoming.compared);
    const behind = isNews ? commits.length - imported.length : 0;
    await remember({ commit: commit.id, commit_title: titleOf(commit), behind, rewritten: forced });
  }
  return imported;
}

/** Stores the texts of a commit's readable files. The legacy export later edits the stored text of a file. */
async function storeFiles(
  { store, clock }: IncomingOptions,
  texts: ReadonlyMap<string, FileText>,
  compared: readonly ComparedFile[],
): Promise<void> {
  const readable = new Set<string>(compared.map(({ definition }) => definition.legacy.fileName));
  if (readable.has('models.csv')) for (const name of Object.values(companions)) readable.add(name);
  await store.write(async (tx) => {
    for (const [name, text] of texts) {
      if (typeof text === 'string' && readable.has(name))
        await repositoryFileStore(tx).put(name, text, clock.now());
    }
  });
}

/**
 * Stores reviewers' decisions on the bridge's proposals. After an applied change, both sides agree. After a
 * refused change, each side keeps its record. When the refused change was a conflict, the bridge instead
 * sends the registry's record to the repository.
 */
export async function settleProposals(
  store: Store,
  repository: string,
  categories: readonly string[],
): Promise<void> {
  await store.write(async (writer) => {
    for (const category of categories) {
      const records = await bridgeStore(writer).records(repository, category);
      const waiting = records.filter(({ change_id, declined }) => change_id !== null && declined === 0);
      const heads = await changeStore(writer).heads(waiting.map(({ change_id }) => change_id as number));
      const changes = new Map(heads.map((head) => [head.change_id, head]));
      const settled = waiting.flatMap((record) => {
        const next = settledRecord(record, changes.get(record.change_id as number));
        return next ? [next] : [];
      });
      await bridgeStore(writer).put(settled);
    }
  });
}

/** Returns the bridge's row of a model after the decision on its proposal; null while there is no decision. */
function settledRecord(record: BridgeRecord, change: ChangeHead | undefined): BridgeRecord | null {
  const free = { ...record, proposed: null, change_id: null, conflict: 0 };
  // Purged, or withdrawn by the bridge itself: as if it had never been proposed.
  if (!change) return free;
  if (change.status === 'pending' || change.status === 'approved') return null;
  const theirs = record.proposed === 'null' ? null : record.proposed;
  if (change.status === 'applied') return { ...free, base: theirs };
  if (change.rejected_by === bridgeAccount.userId) return free;
  return record.conflict === 1 ? { ...free, base: theirs } : { ...record, declined: 1 };
}

/** Returns whether a proposal of the bridge, about a model of one of these categories, waits for a decision. */
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
 * Largest number of commits that one sync imports one by one, each with its own batch; older commits are
 * imported together.
 */
const maxCommits = 200;

/**
 * Fetches the repository's branch and the bridge's branch. Returns the commit at the head of each: `head` for
 * the repository's branch, `branch` for the bridge's, which is null when there is no such branch.
 */
export async function fetchBranches({
  content,
  branch,
}: BridgedRepository): Promise<{ head: string; branch: string | null }> {
  const refs = { main: `refs/heads/${branch}`, ours: `refs/heads/${bridgeBranch}` };
  const remote = await content.refs(Object.values(refs));
  const head = remote.get(refs.main);
  if (head === undefined) throw new RepositoryUnavailable(`branch ${branch} does not exist`);
  const branches = [...remote].filter(([ref]) => ref === refs.main || ref === refs.ours);
  const absent: string[] = [];
  for (const [ref, commit] of branches) if (!(await content.has(commit))) absent.push(ref);
  if (absent.length > 0) await content.fetch(absent);
  return { head, branch: remote.get(refs.ours) ?? null };
}

export interface NewCommits {
  /** The commit at the head of the repository's branch. */
  readonly head: RepositoryCommit;
  /**
   * The commits to import, oldest first; never empty. When no new commit touches the bridge's files, this is
   * the head alone, which may have been imported before.
   */
  readonly commits: readonly RepositoryCommit[];
  /**
   * True when somebody rewrote the branch's history since the last imported commit. Then no change is
   * trusted, until people have decided on what waits.
   */
  readonly forced: boolean;
}

/**
 * Returns the commits that the bridge has not imported yet and that touch its files, oldest first. Returns
 * only the head when there are none, at the first sync, and after somebody rewrote the history. In the last
 * case `forced` is true: the changes go to reviewers, who see what the new history undoes.
 */
export async function newCommits(
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
