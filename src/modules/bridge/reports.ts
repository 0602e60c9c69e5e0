import { HostRefused, type PullRequest, type PullRequests } from '../../outside/pull-requests.ts';
import { contentHash } from '../../records/hash.ts';
import { modelStore } from '../catalog/store.ts';
import { failureText } from './bridge-failure.ts';
import { type BridgeState, changeState, readState } from './bridge-state.ts';
import {
  type BridgedRepository,
  type BridgeProblem,
  bridgeBranch,
  categoriesOf,
  fileNamesOf,
} from './bridged-repository.ts';
import { TakenOver } from './held-repository.ts';
import { type PullRequestReport, reportOf } from './pull-request-report.ts';
import type { SyncOptions } from './sync.ts';

/** How many open pull requests are looked at. */
const mostPulls = 50;
const marker = '<!-- modelref:report -->';

/** After how long a pull request is looked at again though nothing moved: evidence comes by itself. In seconds. */
const lookAgainSeconds = 3600;

/**
 * Says on every open pull request of others what it does, in models, what reviewers would be told of them, and
 * what it would collide with here: one comment, kept up to date, and a commit status.
 *
 * Anybody can open one: whatever one of them throws stops no other, and is tried again at the next sync.
 *
 * @returns those that nothing could be said of; they are noted in the state as well
 * @throws HostRefused when the host cannot do its work; TakenOver
 */
export async function reportOnPullRequests(
  options: SyncOptions,
  repository: BridgedRepository,
): Promise<BridgeProblem[]> {
  const { pulls, content, branch, name } = repository;
  const { store, clock } = options;
  if (!pulls) return [];
  const open = (await pulls.open(branch, mostPulls)).filter(({ head }) => head.branch !== bridgeBranch);
  const { reported, commit: main } = await readState(store, name);
  const versions = await store.read((tx) => modelStore(tx).versions());
  const now = [main, Math.floor(clock.now() / lookAgainSeconds), ...[...versions].sort().flat()].join();
  const next: Record<string, BridgeState['reported'][string]> = {};
  const problems: BridgeProblem[] = [];
  for (const pull of open) {
    const known = reported[pull.number];
    const of = contentHash(`${pull.head.commit} ${now}`);
    if (known?.of === of) {
      next[pull.number] = known;
      continue;
    }
    try {
      if (!(await content.has(pull.head.commit))) await content.fetch([`refs/pull/${pull.number}/head`]);
      const report = await lookAt(options, repository, pull, main);
      const said = report && contentHash(`${pull.head.commit} ${JSON.stringify(report)}`);
      if (report && said !== known?.said) await say(pulls, pull, report);
      next[pull.number] = { of, said };
    } catch (error) {
      if (error instanceof TakenOver || (error instanceof HostRefused && error.isOutage)) throw error;
      const reason = `pull request #${pull.number} could not be reported on: ${failureText(error, options.onDefect)}`;
      problems.push({ file: '', line: null, name: null, reason });
    }
  }
  if (problems.length > 0 || JSON.stringify(reported) !== JSON.stringify(next)) {
    await changeState(store, name, (state) => ({
      reported: next,
      problems: [...state.problems, ...problems],
    }));
  }
  return problems;
}

/** Null for one that has nothing to do with the branch. */
async function lookAt(
  { store, categories, advice }: SyncOptions,
  repository: BridgedRepository,
  pull: PullRequest,
  main: string | null,
): Promise<PullRequestReport | null> {
  const { content, kind } = repository;
  const definitions = categoriesOf(kind, categories);
  const base = main === null ? null : await content.mergeBase(main, pull.head.commit);
  if (base === null) return null;
  const names = fileNamesOf(kind, definitions);
  const [before, after] = [await content.files(base, names), await content.files(pull.head.commit, names)];
  return store.read((reader) => reportOf(reader, repository, definitions, { before, after }, advice ?? null));
}

async function say(
  pulls: PullRequests,
  { number, head }: PullRequest,
  { text, state, line }: PullRequestReport,
): Promise<void> {
  await pulls.comment(number, marker, text);
  await pulls.status(head.commit, state, line);
}
