import type { HeldLease } from '../../kernel/concurrency/held-lease.ts';
import { ShownError } from '../../kernel/errors.ts';
import { BranchMoved, RepositoryUnavailable } from '../../outside/content-repository.ts';
import { HostRefused, longestPause, type PullRequest, type PullRequests } from '../../outside/github.ts';
import { contentHash } from '../../records/hash.ts';
import { modelStore } from '../catalog/index.ts';
import { type BridgeState, changeState, readState } from './bridge-state.ts';
import {
  type BridgedRepository,
  type BridgeProblem,
  bridgeBranch,
  categoriesOf,
  fileNamesOf,
  problemIn,
  type RepositoryFacts,
} from './bridged-repository.ts';
import { type PullRequestReport, reportOf } from './pull-request-report.ts';
import { type SyncOptions, type SyncReport, syncRepository } from './sync.ts';
import type { SyncRequests } from './sync-requests.ts';

/**
 * The outcome of the sync of one repository: its report, or the reason why there is none. Then the sync has
 * failed, or has not begun because the repository's host asked not to be called yet.
 */
export type SyncOutcome =
  | { readonly repository: string; readonly report: SyncReport; readonly error?: never }
  | { readonly repository: string; readonly report?: never; readonly error: string };

export interface Bridge {
  /**
   * Syncs repositories, one after the other. An error in one repository does not stop the others.
   *
   * @param how.only the names of the repositories to sync; null or absent: all
   */
  sync(how: { readonly dryRun: boolean; readonly only?: ReadonlySet<string> | null }): Promise<SyncOutcome[]>;
}

/** A repository that the settings name. The bridge opens it before each sync. */
export interface ConfiguredRepository extends RepositoryFacts {
  open(): Promise<BridgedRepository>;
}

/**
 * Largest number of attempts at one sync. An attempt fails when somebody pushes to the branch during it; the
 * next attempt begins anew.
 */
const mostTries = 3;

/**
 * Duration of the lease, in ms. When the syncing instance is killed, another instance can take over after
 * this time. A running instance renews the lease, so a sync may last longer.
 */
export const bridgeLeaseMs = 60_000;

export interface BridgeOptions extends SyncOptions {
  /**
   * Renews the lease when that is due. Gives false when another instance has taken it over. The bridge calls
   * this at every step of a sync, except in dry runs.
   */
  readonly held: () => Promise<boolean>;
}

export function createBridge(options: BridgeOptions, repositories: readonly ConfiguredRepository[]): Bridge {
  const { store, clock, held } = options;
  /**
   * Times, in Unix seconds, by repository name. The bridge does not call the repository's host before that
   * time, because the host asked it to wait.
   */
  const notBefore = new Map<string, number>();

  const syncOne = async ({ name, open }: ConfiguredRepository, dryRun: boolean): Promise<SyncOutcome> => {
    const wait = (notBefore.get(name) ?? 0) - clock.now();
    // A longer wait is that of a clock that was set back since.
    if (wait > 0 && wait <= longestPause)
      return {
        repository: name,
        error: `the host of the repository asked not to be called for ${wait} more seconds`,
      };
    // What becomes of it is asked at every step.
    const renewing = dryRun ? undefined : setInterval(() => void held().catch(() => {}), bridgeLeaseMs / 4);
    try {
      const opened = await open();
      const repository = dryRun ? opened : heldRepository(opened, held);
      const report = await withoutRaces(() => syncRepository(options, repository, { dryRun }));
      const unreported = dryRun ? [] : await reportOnPullRequests(options, repository);
      return { repository: name, report: { ...report, problems: [...report.problems, ...unreported] } };
    } catch (error) {
      // Another instance syncs now, and writes the state.
      if (error instanceof TakenOver) return { repository: name, error: error.message };
      if (error instanceof HostRefused && error.retryAfterSeconds !== null) {
        notBefore.set(name, clock.now() + error.retryAfterSeconds);
      }
      const message = failureText(error, options.onDefect);
      try {
        if (!dryRun) await noteFailure(name, message);
        return { repository: name, error: message };
      } catch (second) {
        const more = `and this could not be noted: ${failureText(second, options.onDefect)}`;
        return { repository: name, error: `${message}; ${more}` };
      }
    } finally {
      clearInterval(renewing);
    }
  };
  const noteFailure = async (name: string, error: string): Promise<void> => {
    await changeState(store, name, () => ({ error, tried_at: clock.now() }));
  };

  return {
    sync: async ({ dryRun, only = null }) => {
      const outcomes: SyncOutcome[] = [];
      for (const repository of repositories) {
        if (only === null || only.has(repository.name)) outcomes.push(await syncOne(repository, dryRun));
      }
      return outcomes;
    },
  };
}

async function withoutRaces<T>(sync: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sync();
    } catch (error) {
      if (!(error instanceof BranchMoved) || tries === mostTries) throw error;
    }
  }
}

const mostPulls = 50;
const marker = '<!-- modelref:report -->';

/**
 * Time, in seconds, after which the bridge examines an unchanged pull request again, because there may be new
 * evidence about the model files in it.
 */
const lookAgainSeconds = 3600;

/**
 * Reports on the open pull requests by other people, at most `mostPulls`: the models that each changes, the
 * findings about them, and conflicts with changes in the registry. A report is a comment, which the bridge
 * keeps up to date, and a commit status. Anybody can open a pull request, so an error in one does not stop
 * the reports on others; the next sync tries again.
 *
 * @returns a problem for each pull request whose report failed; the stored state gets these problems too
 * @throws HostRefused when the host has an outage; TakenOver when this instance has lost the lease
 */
async function reportOnPullRequests(
  options: SyncOptions,
  repository: BridgedRepository,
): Promise<BridgeProblem[]> {
  const { pulls, content, branch, name } = repository;
  const { store, clock } = options;
  if (!pulls) return [];
  const open = (await pulls.open(branch, mostPulls)).filter(
    ({ head }) => head.isFork || head.branch !== bridgeBranch,
  );
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
      problems.push(problemIn('', reason));
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

/**
 * Makes the report on a pull request. Gives null when the registry has not taken in any commit yet, or when
 * the pull request has no common history with the last commit that the registry took in.
 */
async function lookAt(
  { store, categories, advice }: SyncOptions,
  repository: BridgedRepository,
  pull: PullRequest,
  main: string | null,
): Promise<PullRequestReport | null> {
  const { content, kind } = repository;
  const definitions = categoriesOf(kind, categories.list);
  const base = main === null ? null : await content.mergeBase(main, pull.head.commit);
  if (base === null) return null;
  const names = fileNamesOf(kind, definitions);
  const [before, after] = [await content.files(base, names), await content.files(pull.head.commit, names)];
  return store.read((reader) =>
    reportOf(
      reader,
      repository,
      definitions,
      { before, after },
      { advice: advice ?? null, baselines: categories.baselines },
    ),
  );
}

async function say(
  pulls: PullRequests,
  { number, head }: PullRequest,
  { text, state, line }: PullRequestReport,
): Promise<void> {
  await pulls.comment(number, marker, text);
  await pulls.status(head.commit, state, line);
}

/**
 * The classes of expected errors, whose messages people may see. Any other error is a defect of the bridge.
 */
const answers = [RepositoryUnavailable, HostRefused, BranchMoved, ShownError];

/**
 * Largest length of a stored error message, in characters. A message may quote a repository's content, which
 * can be long.
 */
const longestMessage = 1000;

/**
 * Gives the message of an error for people.
 * @param onDefect called with the error when its class is not in `answers`
 */
function failureText(error: unknown, onDefect?: (error: unknown) => void): string {
  const isAnswer = error instanceof Error && answers.some((known) => error instanceof known);
  if (!isAnswer) onDefect?.(error);
  return (isAnswer ? error.message : `unexpected: ${error}`).slice(0, longestMessage);
}

/** Thrown when another instance has taken over the lease. */
class TakenOver extends Error {
  constructor() {
    super('another instance of the registry has taken over the sync');
    this.name = 'TakenOver';
  }
}

/**
 * Wraps a repository so that each method call renews and checks the lease before it runs, and again before it
 * returns. The call throws TakenOver when this instance has lost the lease.
 *
 * @param held renews the lease when that is due; gives false when another instance holds the lease
 */
function heldRepository(repository: BridgedRepository, held: () => Promise<boolean>): BridgedRepository {
  const { content, pulls } = repository;
  const check = async () => {
    if (!(await held())) throw new TakenOver();
  };
  return { ...repository, content: checked(content, check), pulls: pulls && checked(pulls, check) };
}

/** Wraps an object with asynchronous methods so that each method call awaits `check` before and after it. */
function checked<T extends object>(target: T, check: () => Promise<void>): T {
  return new Proxy(target, {
    get: (of, name) => {
      const method: unknown = Reflect.get(of, name);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        await check();
        const answer: unknown = await method.apply(of, args);
        await check();
        return answer;
      };
    },
  });
}

interface RoundsOptions {
  readonly bridge: Bridge;
  readonly requests: Pick<SyncRequests, 'waiting' | 'take'>;
  /** The lease. Only the instance that holds it syncs. */
  readonly lease: Pick<HeldLease<unknown>, 'held' | 'lease'>;
  /** Time, in ms, from one sync to the next when nobody requests a sync. */
  readonly everyMs: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/** Time, in ms, after which an instance that did not get the lease tries again. */
const tryEveryMs = 15_000;

/**
 * Decides when to sync: right after the start, then every `everyMs`, and in between as soon as there is a
 * request. One sync answers all requests made before it begins.
 *
 * @returns `step`, which syncs if that is due or requested and this instance gets the lease. It gives the
 * outcome of each synced repository; none when it did not sync. To be called often.
 */
export function createRounds({ bridge, requests, lease, everyMs, now }: RoundsOptions): {
  step(): Promise<readonly SyncOutcome[]>;
} {
  let syncAt = now();
  return {
    step: async () => {
      const waiting = await requests.waiting();
      const isTime = now() >= syncAt;
      const isHeld = isTime || waiting.length > 0 || lease.lease !== null ? await lease.held() : false;
      if (!isTime && waiting.length === 0) return [];
      if (isTime) syncAt = now() + (isHeld ? everyMs : Math.min(everyMs, tryEveryMs));
      if (!isHeld) return [];
      await requests.take(waiting);
      const only = isTime ? null : new Set(waiting.map(({ repository }) => repository));
      return bridge.sync({ dryRun: false, only });
    },
  };
}
