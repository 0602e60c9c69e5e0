import { HostRefused, type PullRequest, type PullRequests } from '../../outside/github.ts';
import { contentHash } from '../../records/hash.ts';
import { modelStore } from '../catalog/index.ts';
import { type BridgeState, changeState, readState } from './bridge-state.ts';
import {
  type BridgedRepository,
  type BridgeProblem,
  bridgeBranch,
  categoriesOf,
  createProblem,
  fileNamesToRead,
} from './bridged-repository.ts';
import { failureText, LeaseLost } from './failures.ts';
import { createReport, type PullRequestReport } from './pull-request-report.ts';
import type { SyncOptions } from './sync.ts';

const maxPulls = 50;
const marker = '<!-- modelref:report -->';

/**
 * Time, in seconds, after which the bridge examines an unchanged pull request again, because new evidence
 * about its model files may be available.
 */
const recheckSeconds = 3600;

/**
 * Reports on the open pull requests by other users, at most `maxPulls`: the changed models, the findings
 * about them, and conflicts with changes in the registry. A report is a comment, which the bridge updates,
 * and a commit status. Anyone can open a pull request, so an error in one does not stop the reports on
 * others; the next sync retries it.
 *
 * @returns a problem for each pull request whose report failed; the problems are also added to the stored
 *   state
 * @throws HostRefused if the host has an outage; LeaseLost if this instance has lost the lease
 */
export async function reportOnPullRequests(
  options: SyncOptions,
  repository: BridgedRepository,
): Promise<BridgeProblem[]> {
  const { pulls, content, branch, name } = repository;
  const { store, clock } = options;
  if (!pulls) return [];
  const openPulls = (await pulls.listOpen(branch, maxPulls)).filter(
    ({ head }) => head.isFork || head.branch !== bridgeBranch,
  );
  const { reported, commit: mainCommit } = await readState(store, name);
  const versions = await store.read((tx) => modelStore(tx).versions());
  const registryState = [
    mainCommit,
    Math.floor(clock.now() / recheckSeconds),
    ...[...versions].sort().flat(),
  ].join();
  const nextReported: Record<string, BridgeState['reported'][string]> = {};
  const problems: BridgeProblem[] = [];
  for (const pull of openPulls) {
    const earlierReport = reported[pull.number];
    const examinedHash = contentHash(`${pull.head.commit} ${registryState}`);
    if (earlierReport?.of === examinedHash) {
      nextReported[pull.number] = earlierReport;
      continue;
    }
    try {
      if (!(await content.has(pull.head.commit))) await content.fetch([`refs/pull/${pull.number}/head`]);
      const report = await reportOn(options, repository, pull, mainCommit);
      const reportHash = report && contentHash(`${pull.head.commit} ${JSON.stringify(report)}`);
      if (report && reportHash !== earlierReport?.said) await writeComment(pulls, pull, report);
      nextReported[pull.number] = { of: examinedHash, said: reportHash };
    } catch (error) {
      if (error instanceof LeaseLost || (error instanceof HostRefused && error.isOutage)) throw error;
      const reason = `pull request #${pull.number} could not be reported on: ${failureText(error, options.onDefect)}`;
      problems.push(createProblem('', reason));
    }
  }
  if (problems.length > 0 || JSON.stringify(reported) !== JSON.stringify(nextReported)) {
    await changeState(store, name, (state) => ({
      reported: nextReported,
      problems: [...state.problems, ...problems],
    }));
  }
  return problems;
}

/**
 * Creates the report on a pull request. Returns null if the registry has not imported any commit yet, or if
 * the pull request has no common history with the last imported commit.
 */
async function reportOn(
  { store, categories, advice }: SyncOptions,
  repository: BridgedRepository,
  pull: PullRequest,
  mainCommit: string | null,
): Promise<PullRequestReport | null> {
  const { content, kind } = repository;
  const definitions = categoriesOf(kind, categories.list);
  const base = mainCommit === null ? null : await content.mergeBase(mainCommit, pull.head.commit);
  if (base === null) return null;
  const names = fileNamesToRead(kind, definitions);
  const [before, after] = [await content.files(base, names), await content.files(pull.head.commit, names)];
  return store.read((reader) =>
    createReport(
      reader,
      repository,
      definitions,
      { before, after },
      { advice: advice ?? null, baselines: categories.baselines },
    ),
  );
}

async function writeComment(
  pulls: PullRequests,
  { number, head }: PullRequest,
  { text, state, line }: PullRequestReport,
): Promise<void> {
  await pulls.comment(number, marker, text);
  await pulls.status(head.commit, state, line);
}
