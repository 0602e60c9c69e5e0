import type { CategoryDefinition } from '../../records/categories/category.ts';
import { type IncomingResult, titleOf } from './apply-incoming.ts';
import { type BridgeState, changeState, identifyProblem } from './bridge-state.ts';
import type { BridgedRepository, BridgeProblem } from './bridged-repository.ts';
import { compareRecords } from './compare-records.ts';
import type { HeldFile } from './held-files.ts';
import {
  type AppliedCommit,
  hasOpenProposals,
  type IncomingCommit,
  type IncomingOptions,
  importCommits,
} from './incoming-commits.ts';
import { findMissingFiles } from './missing-files.ts';
import {
  addDates,
  findGeneratedProblems,
  type OutgoingChanges,
  type OutgoingModel,
  planOutgoing,
} from './outgoing-changes.ts';
import type { Advice } from './pull-request-report.ts';
import {
  type FormatModelUrl,
  findRefusedPullRequest,
  pushCommits,
  type SendResult,
  updatePullRequest,
} from './push-commits.ts';
import { readCommitFiles, readSyncInput, type SyncInput } from './sync-input.ts';
import { listConflictingModels, planSync, type SyncPlan } from './sync-plan.ts';

/** The report on a sync of one repository: what the sync changed or, in a dry run, what it would change. */
export interface SyncReport {
  readonly repository: string;
  /** The head commit of the repository's branch. */
  readonly commit: string;
  /**
   * The imported commits of the repository. `proposed`: the number of changes that the sync proposed from
   * this commit.
   */
  readonly commits: readonly { readonly id: string; readonly title: string; readonly proposed: number }[];
  readonly proposed: IncomingResult['proposed'];
  readonly applied: number;
  readonly conflicts: readonly string[];
  readonly problems: readonly BridgeProblem[];
  /**
   * Files that the bridge does not import until a user accepts them. Until then, it sends nothing to the
   * repository.
   */
  readonly held: readonly HeldFile[];
  readonly outgoing: readonly OutgoingModel[];
  /**
   * The commit that the bridge created, and its branch; null if the bridge sends nothing. `pushed` is false
   * in a dry run, and if the branch already has the commit.
   */
  readonly sent: { readonly commit: string; readonly branch: string; readonly pushed: boolean } | null;
  readonly pull_request: { readonly number: number; readonly url: string } | null;
  /**
   * The bridge's pull request that curators closed without merging. The bridge sends nothing until the
   * registry's changes differ or a user reopens the pull request.
   */
  readonly refused: { readonly number: number; readonly url: string } | null;
}

export interface SyncOptions extends IncomingOptions {
  /** Sorts the live models of a category in the order of the repository's file. */
  readonly order: (definition: CategoryDefinition, names: Iterable<string>) => Promise<void>;
  /** Null if the registry has no model pages. */
  readonly linkTo: FormatModelUrl | null;
  /**
   * Findings and evidence for the reports on pull requests by other users; if absent, the reports have none.
   */
  readonly advice?: Advice;
  /** Called with errors that are bugs in the bridge. */
  readonly onDefect?: (error: unknown) => void;
}

/**
 * Syncs a repository and the registry: first imports the repository's commits, then sends the registry's
 * changes. Run it again to continue an interrupted sync.
 *
 * @throws RepositoryUnavailable, HostRefused, BranchMoved
 */
export async function syncRepository(
  options: SyncOptions,
  repository: BridgedRepository,
  { dryRun }: { readonly dryRun: boolean },
): Promise<SyncReport> {
  const input = await readSyncInput(options, repository, { dryRun });
  const plan = planSync(input);
  const { imported, headCommit } = await applyIncoming(options, repository, input, plan, dryRun);
  const sendResult = await sendChanges(options, repository, input, plan, headCommit, dryRun);
  const missingFiles = await findMissingFiles(repository.content, input, headCommit.texts);
  const report = createReport(repository, {
    input,
    plan,
    imported,
    headCommit,
    sendResult,
    missingFiles,
  });
  if (!dryRun) await storeState(options, repository, { input, plan, imported, sendResult, report });
  return report;
}

/** Applies the permitted incoming changes, then reads the records of both sides. */
async function applyIncoming(
  options: SyncOptions,
  repository: BridgedRepository,
  { state, definitions, newCommits, headFiles, assumedRows }: SyncInput,
  { isHeld, acceptance, isHistoryRewritten }: SyncPlan,
  dryRun: boolean,
): Promise<{ readonly imported: readonly AppliedCommit[]; readonly headCommit: IncomingCommit }> {
  const { store, categories } = options;
  const head = newCommits.head.id;
  const readCommit = async (commit: string): Promise<IncomingCommit> => {
    const { texts, theirs } =
      commit === head
        ? headFiles
        : await readCommitFiles(repository, definitions, commit, categories.baselines);
    const files = theirs.files.filter((file) => !isHeld(file));
    const comparedFiles = await store.read((reader) =>
      compareRecords(reader, repository.name, { ...theirs, files }, assumedRows),
    );
    return { texts, compared: comparedFiles, problems: theirs.problems };
  };
  const commitsToImport = { ...newCommits, forced: isHistoryRewritten };
  const importedCommits = await importCommits(options, repository, state, commitsToImport, readCommit, {
    accepted: acceptance,
    dryRun,
  });
  if (acceptance && !dryRun) {
    await changeState(store, repository.name, () => ({ question: null, accepted: null }));
  }
  const headCommit = await readCommit(head);
  // Sorts only by the files of the head commit: the order in earlier commits is never applied to the
  // registry.
  if (!dryRun)
    for (const { definition, file } of headCommit.compared)
      await options.order(definition, file.records.keys());
  return { imported: importedCommits, headCommit };
}

/** The data that was sent to the repository or, in a dry run, that would be sent. */
interface SendChangesResult extends Pick<BridgeState, 'refused' | 'pull_request'> {
  readonly outgoing: OutgoingChanges;
  readonly sent: SendResult | null;
  /** Problems with updating the bridge's pull request. */
  readonly pullRequestProblems: readonly BridgeProblem[];
}

async function sendChanges(
  { store, categories: { baselines }, linkTo }: SyncOptions,
  repository: BridgedRepository,
  { state, newCommits, bridgeHead }: SyncInput,
  { blockedCategories }: SyncPlan,
  { compared, texts }: IncomingCommit,
  dryRun: boolean,
): Promise<SendChangesResult> {
  const head = newCommits.head.id;
  const outgoing = await addDates(repository, head, await planOutgoing(store, compared, texts, baselines));
  const notSent = { outgoing, sent: null, pullRequestProblems: [] };
  if (blockedCategories.size > 0 || outgoing.isStopped) {
    const { refused } = state;
    return { ...notSent, refused, pull_request: refused === null ? state.pull_request : null };
  }
  const refusedPullRequest = await findRefusedPullRequest(repository, outgoing, state);
  if (refusedPullRequest !== null) return { ...notSent, refused: refusedPullRequest, pull_request: null };
  const heads = { head, bridgeHead, headTime: newCommits.head.time };
  const sendResult =
    repository.out === 'none' ? null : await pushCommits(linkTo, repository, heads, outgoing, dryRun);
  if (dryRun)
    return { ...notSent, sent: sendResult, refused: refusedPullRequest, pull_request: state.pull_request };
  const { pull_request, problems } = await updatePullRequest(
    linkTo,
    repository,
    outgoing,
    sendResult,
    compared,
    state,
  );
  return {
    outgoing,
    sent: sendResult,
    refused: refusedPullRequest,
    pull_request,
    pullRequestProblems: problems,
  };
}

interface FinishedSync {
  readonly input: SyncInput;
  readonly plan: SyncPlan;
  readonly imported: readonly AppliedCommit[];
  readonly sendResult: SendChangesResult;
}

function createReport(
  { name }: BridgedRepository,
  {
    input,
    plan,
    imported,
    headCommit,
    sendResult,
    missingFiles,
  }: FinishedSync & { readonly headCommit: IncomingCommit; readonly missingFiles: readonly BridgeProblem[] },
): SyncReport {
  const { outgoing, sent, pullRequestProblems, pull_request, refused } = sendResult;
  return {
    repository: name,
    commit: input.newCommits.head.id,
    commits: imported.map(({ commit, result }) => ({
      id: commit.id,
      title: titleOf(commit),
      proposed: result.proposed.length,
    })),
    proposed: imported.flatMap(({ result }) => result.proposed),
    applied: imported.reduce((sum, { result }) => sum + result.applied, 0),
    conflicts: listConflictingModels(input, plan, headCommit.compared),
    problems: [
      ...headCommit.problems,
      ...missingFiles,
      ...findGeneratedProblems(headCommit.texts),
      ...(imported.at(-1)?.result.problems ?? []),
      ...outgoing.problems,
      ...(sent?.problems ?? []),
      ...pullRequestProblems,
    ],
    held: plan.heldFiles,
    outgoing: outgoing.models,
    sent: sent && 'commit' in sent ? sent : null,
    pull_request,
    refused,
  };
}

/** Stores the state from which the next sync continues. */
async function storeState(
  { store, clock }: SyncOptions,
  { name }: BridgedRepository,
  { input, plan, imported, sendResult, report }: FinishedSync & { readonly report: SyncReport },
): Promise<void> {
  const { state, newCommits, definitions } = input;
  const { heldFiles, blockedCategories, isHistoryRewritten } = plan;
  const { id: commit } = newCommits.head;
  const isUndecided =
    heldFiles.length > 0 ||
    imported.some(({ result }) => result.problems.length > 0) ||
    (await hasOpenProposals(
      store,
      name,
      definitions.map((definition) => definition.name),
    ));
  const question =
    heldFiles.length > 0
      ? { commit, title: titleOf(newCommits.head), rewritten: isHistoryRewritten, files: heldFiles }
      : null;
  await changeState(store, name, (meanwhile) => ({
    commit,
    behind: 0,
    synced_at: clock.now(),
    tried_at: clock.now(),
    error: null,
    problems: report.problems.slice(0, maxProblems),
    acknowledged: filterAcknowledgements(meanwhile, report.problems),
    conflicts: report.conflicts,
    outgoing: blockedCategories.size > 0 ? state.outgoing : sendResult.outgoing.models.length,
    pull_request: sendResult.pull_request,
    refused: sendResult.refused,
    question,
    rewritten: isHistoryRewritten && isUndecided,
    accepted: question && meanwhile.accepted?.commit === commit ? meanwhile.accepted : null,
  }));
}

const maxProblems = 200;

/**
 * Returns the keys of the acknowledged problems that still exist. Problems of pull requests (those without a
 * file) are detected only after this call, so all such problems of the last sync count as existing.
 *
 * @param foundProblems the problems that this sync has found so far
 */
function filterAcknowledgements(
  { acknowledged, problems }: BridgeState,
  foundProblems: readonly BridgeProblem[],
): string[] {
  const presentProblems = new Set(
    [...foundProblems, ...problems.filter(({ file }) => file === '')].map(identifyProblem),
  );
  return acknowledged.filter((key) => presentProblems.has(key));
}
