import { BranchMoved } from '../../outside/content-repository.ts';
import { HostRefused } from '../../outside/pull-requests.ts';
import { failureText } from './bridge-failure.ts';
import { changeState } from './bridge-state.ts';
import type { BridgedRepository, RepositoryFacts } from './bridged-repository.ts';
import { heldRepository, TakenOver } from './held-repository.ts';
import { reportOnPullRequests } from './reports.ts';
import { type SyncOptions, type SyncReport, syncRepository } from './sync.ts';

/** What became of one repository: a report, or why there is none. */
export type SyncOutcome =
  | { readonly repository: string; readonly report: SyncReport; readonly error?: never }
  | { readonly repository: string; readonly report?: never; readonly error: string };

export interface Bridge {
  /**
   * Syncs repositories, one after the other; whatever one of them throws stops no other.
   * @param only their names; null: all
   */
  sync(how: { readonly dryRun: boolean; readonly only?: ReadonlySet<string> | null }): Promise<SyncOutcome[]>;
}

/** A repository that the settings name; opened before each sync. */
export interface ConfiguredRepository extends RepositoryFacts {
  open(): Promise<BridgedRepository>;
}

/** How often a sync begins anew because somebody pushed meanwhile. */
const mostTries = 3;

export interface BridgeOptions extends SyncOptions {
  /**
   * Whether this instance is the one that syncs; renews its lease in time. Asked at every step of a sync, dry
   * ones apart.
   */
  readonly held: () => Promise<boolean>;
}

export function createBridge(options: BridgeOptions, repositories: readonly ConfiguredRepository[]): Bridge {
  const { store, clock, held } = options;
  /** Unix seconds before which a host does not want to be asked. */
  const notBefore = new Map<string, number>();

  const syncOne = async ({ name, open }: ConfiguredRepository, dryRun: boolean): Promise<SyncOutcome> => {
    const wait = (notBefore.get(name) ?? 0) - clock.now();
    if (wait > 0) return { repository: name, error: `the host asked for a pause of ${wait} more seconds` };
    try {
      const opened = await open();
      const repository = dryRun ? opened : heldRepository(opened, held);
      const report = await withoutRaces(() => syncRepository(options, repository, { dryRun }));
      const unreported = dryRun ? [] : await reportOnPullRequests(options, repository);
      return { repository: name, report: { ...report, problems: [...report.problems, ...unreported] } };
    } catch (error) {
      // What is known is now the other one's to write.
      if (error instanceof TakenOver) return { repository: name, error: error.message };
      if (error instanceof HostRefused && error.retryAfterSeconds !== null) {
        notBefore.set(name, clock.now() + error.retryAfterSeconds);
      }
      const message = failureText(error, options.onDefect);
      try {
        if (!dryRun) await noteFailure(name, message);
        return { repository: name, error: message };
      } catch (second) {
        const more = `nor could that be noted: ${failureText(second, options.onDefect)}`;
        return { repository: name, error: `${message}; ${more}` };
      }
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
