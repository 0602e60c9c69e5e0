import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Store, Written } from '../../store/store.ts';
import type { Catalog } from './catalog.ts';

export type Follower = Awaited<ReturnType<typeof followChanges>>;

/**
 * Keeps what is in memory as the database has it, whichever process wrote it. Follows the commits of other processes (another instance, an import): by notifications, and by
 * looking regularly.
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
  /** What is kept of text model groups. */
  readonly groups: { refresh(): Promise<void> };
  readonly categories: readonly CategoryDefinition[];
  /** Time between two looks, which find what no notification told. In milliseconds. */
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
  /** Called after every look and every notification. */
  readonly onChance?: () => void;
  /** Milliseconds on a clock that never goes backwards. */
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
     * Refreshes whatever is not as the database has it. Once it resolves, readers see every commit from before the
     * call.
     * @throws OutageError `storage_unavailable`
     */
    look: () => looks.run(),
    /**
     * Milliseconds since the beginning of the latest look that succeeded: what readers get is no older than
     * that.
     */
    age: () => now() - freshAsOf,
    /** Resolves when no look is under way. */
    stop: async () => {
      clearInterval(timer);
      await unwatch();
      await Promise.all(underWay);
    },
  };
}

export type Hearing = ReturnType<typeof listenToItself>;

/**
 * Looks whether notifications of other instances arrive, by one that this instance sends to itself: at once, without
 * waiting for what it tells, then regularly.
 */
export function listenToItself({
  store,
  everyMs,
  withinMs,
  onChange,
}: {
  readonly store: Pick<Required<Store>, 'hearsItself'>;
  /** Time between two tries, in milliseconds. */
  readonly everyMs: number;
  /** How long a notification may take, in milliseconds. */
  readonly withinMs: number;
  /** Called when they stop arriving, with the problem, and with null when they do again. */
  readonly onChange: (problem: string | null) => void;
}) {
  let problem: string | null = null;
  let stopped = false;
  const look = async (): Promise<boolean> => {
    const found = (await store.hearsItself(withinMs)) ? null : deaf;
    if (!stopped && found !== problem) {
      problem = found;
      onChange(found);
    }
    return false;
  };
  // A database that does not answer is told by readiness; of notifications that tells nothing.
  const nothingTold = () => {};
  void look().catch(nothingTold);
  const task = repeatedly(everyMs, { work: look, onError: nothingTold });
  return {
    /** Null while they arrive, and before the first has told; else what is wrong and what helps, in a sentence. */
    problem: () => problem,
    /** Waits for nothing: a try under way ends with the watch that it is about. */
    stop: () => {
      stopped = true;
      void task.stop();
    },
  };
}

const deaf =
  'Notifications do not arrive, so that writes of other instances are seen up to a second later. ' +
  'Behind a pooler, give the address of the database itself as DATABASE_LISTEN_URL.';
