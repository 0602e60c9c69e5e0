import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import type { Store } from '../../store/store.ts';
import type { Catalog } from './catalog.ts';

export type Follower = Awaited<ReturnType<typeof followChanges>>;

/**
 * Keeps the snapshots and the text model groups in memory equal to the database, to which other processes
 * (another instance, an import) write too. Looks for changes after each commit, and at regular times.
 */
export async function followChanges({
  store,
  catalog,
  groups,
  catalogues,
  everyMs,
  onError,
  onChance,
  now = () => performance.now(),
}: {
  readonly store: Pick<Store, 'watch'>;
  readonly catalog: Pick<Catalog, 'look'>;
  /** The text model groups in memory. */
  readonly groups: { refresh(): Promise<void> };
  /** The catalogues in memory, whose entries models may name. */
  readonly catalogues: { refresh(): Promise<void> };
  /** Time between two regular looks, in milliseconds. */
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
  /** Called after each look, even if it failed. */
  readonly onChance?: () => void;
  /** A clock in milliseconds that never goes backwards. */
  readonly now?: () => number;
}) {
  let freshAsOf = now();

  const looks = new SharedRuns(async () => {
    const began = now();
    await catalogues.refresh();
    await catalog.look();
    await groups.refresh();
    freshAsOf = began;
  });

  const underWay = new Set<Promise<void>>();
  const lookInBackground = (): void => {
    const looking = looks
      .run()
      .catch(onError)
      .finally(() => {
        underWay.delete(looking);
        onChance?.();
      });
    underWay.add(looking);
  };

  const unwatch = await store.watch(lookInBackground);
  const timer = setInterval(() => {
    if (underWay.size === 0) lookInBackground();
  }, everyMs);
  timer.unref();

  return {
    look: () => looks.run(),
    /**
     * Returns the largest possible age, in milliseconds, of the state that readers get: the time since the
     * latest successful look began.
     */
    age: () => now() - freshAsOf,
    /** Stops following. Resolves when the refreshes under way have ended. */
    stop: async () => {
      clearInterval(timer);
      await unwatch();
      await Promise.all(underWay);
    },
  };
}
