import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import type { Store } from '../../store/store.ts';
import type { Catalog } from './catalog.ts';

export type Follower = Awaited<ReturnType<typeof followChanges>>;

/**
 * Keeps the snapshots and the text model groups in memory up to date with the database. Other processes, such
 * as another instance or an import, also write to the database. Checks for changes after each commit and at
 * regular intervals.
 */
export async function followChanges({
  store,
  catalog,
  groups,
  catalogues,
  everyMs,
  onError,
  onCheck,
  now = () => performance.now(),
}: {
  readonly store: Pick<Store, 'watch'>;
  readonly catalog: Pick<Catalog, 'refreshOutdated'>;
  /** The text model groups in memory. */
  readonly groups: { refresh(): Promise<void> };
  /** The catalogues in memory; models refer to their entries. */
  readonly catalogues: { refresh(): Promise<void> };
  /** Interval between two regular checks, in ms. */
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
  /** Called after each check, even if it failed. */
  readonly onCheck?: () => void;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
}) {
  let freshAsOf = now();

  const checks = new SharedRuns(async () => {
    const startedAt = now();
    await catalogues.refresh();
    await catalog.refreshOutdated();
    await groups.refresh();
    freshAsOf = startedAt;
  });

  const runningChecks = new Set<Promise<void>>();
  const checkInBackground = (): void => {
    const check = checks
      .run()
      .catch(onError)
      .finally(() => {
        runningChecks.delete(check);
        onCheck?.();
      });
    runningChecks.add(check);
  };

  const unwatch = await store.watch(checkInBackground);
  const timer = setInterval(() => {
    if (runningChecks.size === 0) checkInBackground();
  }, everyMs);
  timer.unref();

  return {
    check: () => checks.run(),
    /**
     * Returns the maximum age, in ms, of the state that readers see: the time since the latest successful
     * check began.
     */
    age: () => now() - freshAsOf,
    /** Stops the checks. Resolves when the running refreshes have ended. */
    stop: async () => {
      clearInterval(timer);
      await unwatch();
      await Promise.all(runningChecks);
    },
  };
}
