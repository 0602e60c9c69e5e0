import type { HeldLease } from '../../kernel/concurrency/held-lease.ts';
import { BranchMoved } from '../../outside/content-repository.ts';
import { HostRefused, maxPauseSeconds } from '../../outside/github.ts';
import { changeState } from './bridge-state.ts';
import type { BridgedRepository, RepositoryFacts } from './bridged-repository.ts';
import { failureText, LeaseLost, ModelMoved } from './failures.ts';
import { reportOnPullRequests } from './report-on-pull-requests.ts';
import { type SyncOptions, type SyncReport, syncRepository } from './sync.ts';
import type { SyncRequests } from './sync-requests.ts';

/**
 * The result of syncing one repository: a report or an error. `error` states why the sync failed, or that it
 * was skipped because the repository's host asked the bridge to wait.
 */
export type SyncOutcome =
  | { readonly repository: string; readonly report: SyncReport; readonly error?: never }
  | { readonly repository: string; readonly report?: never; readonly error: string };

export interface Bridge {
  /**
   * Syncs repositories sequentially. An error in one repository does not stop the others.
   *
   * @param how.only the names of the repositories to sync; null or absent for all
   */
  sync(how: { readonly dryRun: boolean; readonly only?: ReadonlySet<string> | null }): Promise<SyncOutcome[]>;
}

/** A repository named in the settings. The bridge opens it before each sync. */
export interface ConfiguredRepository extends RepositoryFacts {
  open(): Promise<BridgedRepository>;
}

/**
 * Maximum number of attempts at one sync. An attempt fails when a user pushes to the branch or writes a model
 * during it; the next attempt starts over.
 */
const maxAttempts = 3;

/**
 * Duration of the lease, in ms. If the syncing instance is killed, another instance can take over after this
 * time. A running instance renews the lease, so a sync may take longer.
 */
export const bridgeLeaseMs = 60_000;

export interface BridgeOptions extends SyncOptions {
  /**
   * Renews the lease if due. Returns false if another instance has taken it over. The bridge calls this at
   * every step of a sync, except in dry runs.
   */
  readonly renewLease: () => Promise<boolean>;
}

export function createBridge(options: BridgeOptions, repositories: readonly ConfiguredRepository[]): Bridge {
  const { store, clock, renewLease } = options;
  /**
   * For each repository, by name: the Unix time until which the bridge does not call the repository's host,
   * because the host asked it to wait.
   */
  const resumeTimes = new Map<string, number>();

  const syncOne = async ({ name, open }: ConfiguredRepository, dryRun: boolean): Promise<SyncOutcome> => {
    const waitSeconds = (resumeTimes.get(name) ?? 0) - clock.now();
    // A wait longer than the maximum means that the clock was set back after the host's request.
    if (waitSeconds > 0 && waitSeconds <= maxPauseSeconds)
      return {
        repository: name,
        error: `the host of the repository asked not to be called for ${waitSeconds} more seconds`,
      };
    // Errors are ignored here: every step checks the lease again.
    const renewalTimer = dryRun
      ? undefined
      : setInterval(() => void renewLease().catch(() => {}), bridgeLeaseMs / 4);
    try {
      const openedRepository = await open();
      const repository = dryRun ? openedRepository : withLeaseChecks(openedRepository, renewLease);
      const report = await retryRaces(() => syncRepository(options, repository, { dryRun }));
      const reportProblems = dryRun ? [] : await reportOnPullRequests(options, repository);
      return { repository: name, report: { ...report, problems: [...report.problems, ...reportProblems] } };
    } catch (error) {
      // Another instance is syncing now, and stores the state.
      if (error instanceof LeaseLost) return { repository: name, error: error.message };
      if (error instanceof HostRefused && error.retryAfterSeconds !== null) {
        resumeTimes.set(name, clock.now() + error.retryAfterSeconds);
      }
      const message = failureText(error, options.onDefect);
      try {
        if (!dryRun) await noteFailure(name, message);
        return { repository: name, error: message };
      } catch (storeError) {
        const storeFailure = `and the failure could not be stored: ${failureText(storeError, options.onDefect)}`;
        return { repository: name, error: `${message}; ${storeFailure}` };
      }
    } finally {
      clearInterval(renewalTimer);
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

async function retryRaces<T>(sync: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sync();
    } catch (error) {
      const isRace = error instanceof BranchMoved || error instanceof ModelMoved;
      if (!isRace || tries === maxAttempts) throw error;
    }
  }
}

/**
 * Wraps a repository so that each method call renews and checks the lease before it runs and before it
 * returns. Calls throw LeaseLost if this instance has lost the lease.
 *
 * @param renewLease renews the lease if due; returns false if another instance holds the lease
 */
function withLeaseChecks(
  repository: BridgedRepository,
  renewLease: () => Promise<boolean>,
): BridgedRepository {
  const { content, pulls } = repository;
  const requireLease = async () => {
    if (!(await renewLease())) throw new LeaseLost();
  };
  return {
    ...repository,
    content: withCheck(content, requireLease),
    pulls: pulls && withCheck(pulls, requireLease),
  };
}

/** Wraps an object with asynchronous methods so that each method call awaits `check` before and after it. */
function withCheck<T extends object>(target: T, check: () => Promise<void>): T {
  return new Proxy(target, {
    get: (object, name) => {
      const method: unknown = Reflect.get(object, name);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        await check();
        const answer: unknown = await method.apply(object, args);
        await check();
        return answer;
      };
    },
  });
}

interface SyncScheduleOptions {
  readonly bridge: Bridge;
  readonly requests: Pick<SyncRequests, 'waiting' | 'take'>;
  /** Only the instance that holds this lease syncs. */
  readonly lease: Pick<HeldLease<unknown>, 'ensureHeld' | 'lease'>;
  /** Time between two syncs, in ms, if no sync is requested. */
  readonly everyMs: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/** Time, in ms, after which an instance that did not get the lease tries again. */
const tryEveryMs = 15_000;

/**
 * Decides when to sync: at start, then every `everyMs`, and on request. One sync fulfills all requests made
 * before it begins.
 *
 * @returns `step`, which syncs if a sync is due or requested and this instance gets the lease. It returns the
 *   outcome of each synced repository; an empty list if it did not sync. Call it often.
 */
export function createSyncSchedule({ bridge, requests, lease, everyMs, now }: SyncScheduleOptions): {
  step(): Promise<readonly SyncOutcome[]>;
} {
  let nextSyncAt = now();
  return {
    step: async () => {
      const waitingRequests = await requests.waiting();
      const isSyncDue = now() >= nextSyncAt;
      const isHeld =
        isSyncDue || waitingRequests.length > 0 || lease.lease !== null ? await lease.ensureHeld() : false;
      if (!isSyncDue && waitingRequests.length === 0) return [];
      if (isSyncDue) nextSyncAt = now() + (isHeld ? everyMs : Math.min(everyMs, tryEveryMs));
      if (!isHeld) return [];
      await requests.take(waitingRequests);
      const requestedRepositories = isSyncDue
        ? null
        : new Set(waitingRequests.map(({ repository }) => repository));
      return bridge.sync({ dryRun: false, only: requestedRepositories });
    },
  };
}
