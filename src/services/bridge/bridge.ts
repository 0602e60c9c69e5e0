import { BranchMoved, RepositoryUnavailable } from '../ports/content-repository.ts';
import { HostRefused } from '../ports/pull-requests.ts';
import { type BridgeState, readState, writeState } from './bridge-state.ts';
import type { BridgedRepository } from './bridged-repository.ts';
import { reportOnPullRequests } from './reports.ts';
import { type SyncOptions, type SyncReport, syncRepository } from './sync.ts';

/** What became of one repository: a report, or why there is none. */
export type SyncOutcome =
  | { readonly repository: string; readonly report: SyncReport; readonly error?: never }
  | { readonly repository: string; readonly report?: never; readonly error: string };

export interface Bridge {
  /** Syncs every repository, one after the other; what fails in one stops no other. */
  sync(how: { readonly dryRun: boolean }): Promise<SyncOutcome[]>;
  status(): Promise<readonly (BridgeState & { readonly repository: string })[]>;
}

/** How often a sync begins anew because somebody pushed meanwhile. */
const mostTries = 3;

export function createBridge(
  options: SyncOptions,
  open: readonly (() => Promise<BridgedRepository>)[],
  names: readonly string[],
): Bridge {
  const { store, clock } = options;
  /** Unix seconds before which a host does not want to be asked. */
  const notBefore = new Map<string, number>();

  const syncOne = async (
    name: string,
    opened: () => Promise<BridgedRepository>,
    dryRun: boolean,
  ): Promise<SyncOutcome> => {
    const wait = (notBefore.get(name) ?? 0) - clock.now();
    if (wait > 0) return { repository: name, error: `the host asked for a pause of ${wait} more seconds` };
    try {
      const repository = await opened();
      const report = await withoutRaces(() => syncRepository(options, repository, { dryRun }));
      if (!dryRun) await reportOnPullRequests(options, repository);
      return { repository: name, report };
    } catch (error) {
      if (!isExpected(error)) throw error;
      if (error instanceof HostRefused && error.retryAfterSeconds !== null) {
        notBefore.set(name, clock.now() + error.retryAfterSeconds);
      }
      if (!dryRun) await writeState(store, name, { ...(await readState(store, name)), error: error.message });
      return { repository: name, error: error.message };
    }
  };

  return {
    sync: async ({ dryRun }) => {
      const outcomes: SyncOutcome[] = [];
      for (const [index, opened] of open.entries()) {
        outcomes.push(await syncOne(names[index] as string, opened, dryRun));
      }
      return outcomes;
    },

    status: () =>
      Promise.all(names.map(async (repository) => ({ repository, ...(await readState(store, repository)) }))),
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

function isExpected(error: unknown): error is Error {
  return (
    error instanceof RepositoryUnavailable || error instanceof HostRefused || error instanceof BranchMoved
  );
}
