import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Store, Written } from '../../store/store.ts';
import type { Catalog } from './catalog.ts';

export type Follower = Awaited<ReturnType<typeof followChanges>>;

/**
 * Keeps the snapshots and the text model groups in memory equal to the database, to which other processes
 * (another instance, an import) write too. Refreshes what a notification of a commit names, and looks for
 * other changes at regular times.
 */
export async function followChanges({
  store,
  catalog,
  groups,
  categories,
  everyMs,
  onError,
  onChance,
  now = () => performance.now(),
}: {
  readonly store: Pick<Store, 'watch'>;
  readonly catalog: Pick<Catalog, 'look' | 'refresh'>;
  /** The text model groups in memory. */
  readonly groups: { refresh(): Promise<void> };
  readonly categories: readonly CategoryDefinition[];
  /**
   * Time between two regular looks, in milliseconds. Looks also find commits whose notification did not
   * arrive.
   */
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
  /** Called when a notification or a regular look has been dealt with, even if its refresh failed. */
  readonly onChance?: () => void;
  /** A clock in milliseconds that never goes backwards. */
  readonly now?: () => number;
}) {
  const known = new Set(categories.map(({ name }) => name));
  let freshAsOf = now();

  const looks = new SharedRuns(async () => {
    const began = now();
    await catalog.look();
    await groups.refresh();
    freshAsOf = began;
  });

  const take = async (written: Written | null): Promise<void> => {
    if (written === null) return looks.run();
    // A newer version of the service may have categories that this one does not know.
    await catalog.refresh(written.categories.filter((name) => known.has(name)));
    if (written.groups) await groups.refresh();
  };

  const underWay = new Set<Promise<void>>();
  const inBackground = (written: Written | null): void => {
    const taking = take(written)
      .catch(onError)
      .finally(() => {
        underWay.delete(taking);
        onChance?.();
      });
    underWay.add(taking);
  };

  const unwatch = await store.watch(inBackground);
  const timer = setInterval(() => {
    if (underWay.size === 0) inBackground(null);
  }, everyMs);
  timer.unref();

  return {
    /**
     * Refreshes everything that differs from the database. Once it resolves, readers see every commit from
     * before the call.
     *
     * @throws OutageError `storage_unavailable`
     */
    look: () => looks.run(),
    /**
     * Gives the largest possible age, in milliseconds, of the state that readers get: the time since the
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

export type Hearing = ReturnType<typeof listenToItself>;

/**
 * Checks regularly that notifications of the database reach this instance. For each check, the instance sends
 * a notification to itself. They count as lost after two misses in a row: on a busy machine, one may come late.
 * The first check begins after `everyMs`, because machines are busiest when everything starts.
 */
export function listenToItself({
  store,
  everyMs,
  withinMs,
  onChange,
}: {
  readonly store: Pick<Required<Store>, 'hearsItself'>;
  readonly everyMs: number;
  /** The longest time, in milliseconds, that a notification may take to arrive. */
  readonly withinMs: number;
  /** Called with the problem when notifications stop arriving, and with null when they arrive again. */
  readonly onChange: (problem: string | null) => void;
}) {
  let problem: string | null = null;
  let misses = 0;
  let stopped = false;
  const look = async (): Promise<boolean> => {
    misses = (await store.hearsItself(withinMs)) ? 0 : misses + 1;
    const found = misses < 2 ? null : deaf;
    if (!stopped && found !== problem) {
      problem = found;
      onChange(found);
    }
    return false;
  };
  // Readiness reports a database that does not answer; a failed send says nothing about notifications.
  const task = repeatedly(everyMs, { work: look, onError: () => {} });
  return {
    /**
     * The problem and its remedy, in a sentence; null while notifications arrive, and before the second check
     * has ended.
     */
    problem: () => problem,
    /** Does not wait for a check under way. */
    stop: () => {
      stopped = true;
      void task.stop();
    },
  };
}

const deaf =
  'Notifications of the database do not arrive, so this instance sees the writes of others up to a second later. ' +
  'Behind a pooler, give the address of the database itself as DATABASE_LISTEN_URL.';
