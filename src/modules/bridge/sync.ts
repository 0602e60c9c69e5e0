import type { FileText } from '../../outside/content-repository.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { type HeldFile, heldFile } from './brake.ts';
import { type BridgeState, changeState, problemKey, readState } from './bridge-state.ts';
import {
  type BridgedRepository,
  type BridgeProblem,
  categoriesOf,
  fileNamesOf,
} from './bridged-repository.ts';
import { type FileBefore, filesBefore } from './files-before.ts';
import { unreadCategories, vanishedFiles } from './missing-files.ts';
import type { Advice } from './pull-request-report.ts';
import { type LinkTo, refusedPullRequest, send, tell } from './push-commits.ts';
import {
  firstBases,
  readSides,
  readTheirFiles,
  type SeenFile,
  type TheirFile,
  type TheirFiles,
} from './read-sides.ts';
import { generatedProblems, planOutgoing, type SentModel, withDates } from './send-out.ts';
import { verdictOf } from './sides.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRecord } from './tables.ts';
import { type TakenIn, titleOf } from './take-in.ts';
import {
  fetchBranches,
  isAnyWaiting,
  newCommits,
  type SeenCommit,
  settleProposals,
  type TakeInOptions,
  takeInCommits,
} from './take-in-commits.ts';

/** The report of a sync of one repository: what the sync did, or in a dry run would do. */
export interface SyncReport {
  readonly repository: string;
  /** The head of the repository's branch. */
  readonly commit: string;
  /**
   * The commits of the repository that the sync took in. `proposed`: the number of changes that the sync
   * proposed from this commit.
   */
  readonly commits: readonly { readonly id: string; readonly title: string; readonly proposed: number }[];
  readonly proposed: TakenIn['proposed'];
  readonly applied: number;
  readonly conflicts: readonly string[];
  readonly problems: readonly BridgeProblem[];
  /**
   * Files that the bridge does not take in until somebody accepts them. Until then, it sends nothing to the
   * repository.
   */
  readonly held: readonly HeldFile[];
  readonly outgoing: readonly SentModel[];
  /**
   * The commit that the bridge made and its branch; null when the bridge sends nothing. `pushed` is false in
   * a dry run, and when the branch has the commit already.
   */
  readonly sent: { readonly commit: string; readonly branch: string; readonly pushed: boolean } | null;
  readonly pull_request: { readonly number: number; readonly url: string } | null;
  /**
   * The bridge's pull request that curators closed without a merge. The bridge sends nothing until the
   * registry's changes differ, or somebody opens the pull request again.
   */
  readonly refused: { readonly number: number; readonly url: string } | null;
}

export interface SyncOptions extends TakeInOptions {
  /** Puts the live models of a category into the order of the repository's file. */
  readonly order: (definition: CategoryDefinition, names: Iterable<string>) => Promise<void>;
  /** Null: the registry has no pages of models. */
  readonly linkTo: LinkTo | null;
  /** Findings and evidence for the reports on others' pull requests; absent: the reports have none. */
  readonly advice?: Advice;
  /** Called with errors that are defects of the bridge. */
  readonly onDefect?: (error: unknown) => void;
}

/**
 * Syncs a repository and the registry: first takes the repository's commits in, then sends the registry's
 * changes out. A sync that was interrupted goes on from where it stopped when it runs again.
 *
 * @throws RepositoryUnavailable, HostRefused, BranchMoved
 */
export async function syncRepository(
  options: SyncOptions,
  repository: BridgedRepository,
  { dryRun }: { readonly dryRun: boolean },
): Promise<SyncReport> {
  const { store, clock, categories } = options;
  const { content, name } = repository;
  const definitions = categoriesOf(repository.kind, options.categories.list);
  const state = await readState(store, name);
  const { head, branch } = await fetchBranches(repository);
  const fileNames = fileNamesOf(repository.kind, definitions);
  let assumed: readonly BridgeRecord[] = [];
  let latest: {
    readonly commit: string;
    readonly texts: ReadonlyMap<string, FileText>;
    readonly theirs: TheirFiles;
  } | null = null;
  const filesOf = async (commit: string) => {
    if (latest?.commit === commit) return latest;
    const texts = await content.files(commit, fileNames);
    latest = { commit, texts, theirs: readTheirFiles(definitions, texts, categories.baselines) };
    return latest;
  };
  const lookAt = async (commit: string, isHeld: (file: TheirFile) => boolean): Promise<SeenCommit> => {
    const { texts, theirs } = await filesOf(commit);
    const files = theirs.files.filter((file) => !isHeld(file));
    const seen = await store.read((reader) => readSides(reader, name, { ...theirs, files }, assumed));
    return { texts, seen, problems: theirs.problems };
  };
  const categoryNames = definitions.map((definition) => definition.name);

  if (!dryRun) await settleProposals(store, name, categoryNames);
  const found = await newCommits(repository, state, head, fileNames);
  if (state.commit === null) {
    assumed = await firstBases(
      store,
      content,
      name,
      head,
      (await lookAt(head, () => false)).seen,
      categories.baselines,
    );
    if (!dryRun) await store.write((writer) => bridgeStore(writer).put(assumed));
  }
  const accepted = state.accepted?.commit === head ? state.accepted : null;
  const { files: headFiles } = (await filesOf(head)).theirs;
  const before = await store.read((reader) =>
    filesBefore(reader, name, definitions, { files: headFiles, assumed, baselines: categories.baselines }),
  );
  const whyHeld = (file: TheirFile) => {
    if (accepted?.files.includes(file.definition.legacy.fileName)) return null;
    return heldFile(file, before.get(file.definition.name) as FileBefore);
  };
  const held = headFiles.flatMap((file) => whyHeld(file) ?? []);
  // A file that is held at the head is not begun: the first commits may each remove little.
  const heldCategories = new Set(held.map(({ category }) => category));
  const isHeld = (file: TheirFile) => heldCategories.has(file.definition.name) || whyHeld(file) !== null;
  const look = (commit: string) => lookAt(commit, isHeld);
  const rewritten = found.forced || state.rewritten || (state.question?.rewritten ?? false);
  const news = { ...found, forced: rewritten };
  const taken = await takeInCommits(options, repository, state, news, look, { head, accepted, dryRun });
  if (accepted && !dryRun) await changeState(store, name, () => ({ question: null, accepted: null }));

  const unread = unreadCategories(definitions, await filesOf(head), before);
  const setAside = new Set([...heldCategories, ...unread]);
  const now = await look(head);
  // Only at the head: the order of the commits before it was never the registry's.
  if (!dryRun)
    for (const { definition, file } of now.seen) await options.order(definition, file.records.keys());
  const plan = await withDates(
    repository,
    head,
    await planOutgoing(store, now.seen, now.texts, categories.baselines),
  );
  const conflicts = [
    ...conflictsOf(now.seen),
    ...state.conflicts.filter((model) => setAside.has(model.slice(0, model.indexOf('/')))),
  ];
  // The latest commit that was taken in, whatever it touches.
  const last = taken.at(-1)?.commit;
  const headCommit = last?.id === head ? last : await content.commit(head);
  const base = { head, branch, headTime: headCommit.time };
  const asks = held.length > 0;
  // Our pull request stays as it is: without these files it would seem to ask for less.
  const waits = setAside.size > 0 || plan.stopped;
  const refused = waits ? state.refused : await refusedPullRequest(repository, plan, state);
  const isSilent = repository.out === 'none' || refused !== null || waits;
  const sent = isSilent ? null : await send(options.linkTo, repository, base, plan, dryRun);
  const known = refused === null ? state.pull_request : null;
  const isTold = !dryRun && refused === null && !waits;
  const told = isTold
    ? await tell(options.linkTo, repository, plan, sent, now.seen, state)
    : { pull_request: known, problems: [] };
  const report: SyncReport = {
    repository: name,
    commit: head,
    commits: taken.map(({ commit, result }) => ({
      id: commit.id,
      title: titleOf(commit),
      proposed: result.proposed.length,
    })),
    proposed: taken.flatMap(({ result }) => result.proposed),
    applied: taken.reduce((sum, { result }) => sum + result.applied, 0),
    conflicts,
    problems: [
      ...now.problems,
      ...(await vanishedFiles(content, head, definitions, now.texts, before)),
      ...generatedProblems(now.texts),
      ...(taken.at(-1)?.result.problems ?? []),
      ...plan.problems,
      ...(sent?.problems ?? []),
      ...told.problems,
    ],
    held,
    outgoing: plan.models,
    sent: sent && 'commit' in sent ? sent : null,
    pull_request: told.pull_request,
    refused,
  };
  if (!dryRun) {
    const isUndecided =
      asks ||
      taken.some(({ result }) => result.problems.length > 0) ||
      (await isAnyWaiting(store, name, categoryNames));
    const question = asks ? { commit: head, title: titleOf(headCommit), rewritten, files: held } : null;
    await changeState(store, name, (meanwhile) => ({
      commit: head,
      behind: 0,
      synced_at: clock.now(),
      tried_at: clock.now(),
      error: null,
      problems: report.problems.slice(0, mostProblems),
      acknowledged: stillKnown(meanwhile, report.problems),
      conflicts,
      outgoing: setAside.size > 0 ? state.outgoing : plan.models.length,
      pull_request: told.pull_request,
      refused,
      question,
      rewritten: rewritten && isUndecided,
      accepted: question && meanwhile.accepted?.commit === head ? meanwhile.accepted : null,
    }));
  }
  return report;
}

const mostProblems = 200;

/**
 * Gives the keys of the acknowledged problems that still exist. `now` are the problems that this sync has
 * found so far. Problems of pull requests, which name no file, are looked for only later in the sync: those
 * of the last sync count as existing.
 */
function stillKnown({ acknowledged, problems }: BridgeState, now: readonly BridgeProblem[]): string[] {
  const present = new Set([...now, ...problems.filter(({ file }) => file === '')].map(problemKey));
  return acknowledged.filter((key) => present.has(key));
}

function conflictsOf(files: readonly SeenFile[]): string[] {
  return files.flatMap(({ definition, models }) =>
    models.flatMap((model) =>
      verdictOf(model).kind === 'conflict' ? [`${definition.name}/${model.name}`] : [],
    ),
  );
}
