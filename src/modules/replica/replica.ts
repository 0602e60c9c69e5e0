import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import { BackOff } from '../../kernel/concurrency/back-off.ts';
import { RegistryError, ShownError } from '../../kernel/errors.ts';
import type { Primary } from '../../outside/primary-client.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { Store } from '../../store/store.ts';
import { auditStore } from '../audit/index.ts';
import { type Catalog, modelStore } from '../catalog/index.ts';
import type { CatalogueMemory, ChangeSets } from '../catalogues/index.ts';
import type { ReferenceFiles } from '../transfer/index.ts';
import { createRepositoriesCopy, repositoriesSource } from './copy-repositories.ts';
import { openDoorbell } from './doorbell.ts';
import { createPrimaryReader } from './read-primary.ts';
import { createCopy, createPrimaryOutage } from './replica-copy.ts';
import { SuspectedLosses } from './suspected-losses.ts';

export interface ReplicaStatus {
  /** The base URL of the primary, or the name of another source; null while there is no copy. */
  readonly source: string | null;
  /** Whole seconds since the copy was last known to equal its source; null while there is no copy. */
  readonly lagSeconds: number | null;
  /** The reason why the latest attempt to update the copy failed; null when it did not fail. */
  readonly problem: string | null;
  /**
   * The files of the legacy repositories that could not be read, each with the reason. The copies of their
   * categories stay unchanged. Empty while the copy comes from a primary.
   */
  readonly unreadFiles: readonly string[];
}

export interface Replica {
  /** Returns whether the replica has models to serve. Cheap: does not query the database. */
  hasData(): boolean;
  /** Returns the same number as `status().lagSeconds`. Cheap: does not query the database. */
  lagSeconds(): number | null;
  status(): ReplicaStatus;
  /** Stops updating the copy. Resolves when nothing is being written any more. */
  stop(): Promise<void>;
}

/** The state of the replica's copy for requests: its existence, age and source. */
export type ServedCopy = Pick<Replica, 'hasData' | 'lagSeconds' | 'status'>;

export interface ReplicaOptions {
  readonly store: Store;
  readonly catalog: Pick<Catalog, 'snapshot' | 'refresh' | 'reread'>;
  /** The catalogues in memory. Absent: none are copied. */
  readonly catalogues?: CatalogueMemory;
  readonly kinds?: readonly ChangeSets[];
  readonly categories: Categories;
  readonly clock: Clock;
  /** Returns monotonic time in milliseconds. Default: `performance.now`. */
  readonly monotonicMs?: () => number;
  readonly settings: { readonly canonicalFormat: CanonicalFormat; readonly cacheTtlSeconds: number };
  readonly primary: Primary | null;
  /** Reads the public legacy repositories; null when the settings do not allow it. */
  readonly readRepositories: ((signal: AbortSignal) => Promise<ReferenceFiles>) | null;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  /** Called after every failed attempt to update the copy, with the number of consecutive failures. */
  readonly onFailure: (error: unknown, failureCount: number) => void;
  /** Called with the unread files of the legacy repositories when they have changed. */
  readonly onUnreadFiles: (files: readonly string[]) => void;
}

/** Pauses after failed attempts to update the copy, in milliseconds. They grow from `first` to `longest`. */
const retryDelaysMs = { first: 200, longest: 15_000 };
/**
 * Minimum pause between two updates of the copy, in milliseconds, even if the primary's stream signals a
 * change.
 */
const minPauseMs = 1_000;
/**
 * Minimum time, in seconds, between two writes that change only the copy's `as_of`, the time at which it
 * equalled its source.
 */
const confirmIntervalSeconds = 10;
/** Seconds between two reads of the legacy repositories while the copy comes from them. */
const repositoriesIntervalSeconds = 600;

/**
 * Maintains a copy of a primary in the database until it is stopped: requests the changes every few seconds,
 * and sooner when the primary's stream of events signals a change. If there is no copy and the primary does
 * not respond, copies the public legacy repositories.
 *
 * Each write to the copy is one transaction of verified data, so readers get the last good copy even while
 * the primary is down or its responses are damaged.
 *
 * @throws RegistryError `bad_request` when the database belongs to a primary
 */
export async function startReplica(options: ReplicaOptions): Promise<Replica> {
  const { store, catalog, catalogues, categories, clock, primary, readRepositories, random } = options;
  const copy = createCopy({
    store,
    catalog,
    ...(catalogues && { catalogues }),
    categories: categories.list,
    now: clock.now,
  });
  const isFollowing = primary !== null || readRepositories !== null;
  const { monotonicMs = () => performance.now() } = options;
  /**
   * Converts Unix seconds to monotonic milliseconds. A time in the future was stored while the clock was
   * fast, so it counts as now.
   */
  const toMonotonicMs = (unixSeconds: number): number =>
    monotonicMs() - Math.max(0, clock.now() - unixSeconds) * 1000;
  const storedAsOf = (await copy.state())?.as_of ?? null;
  /**
   * The monotonic time, in milliseconds, at which the copy was last known to equal its source; null while
   * there is no copy.
   */
  let freshAtMs = storedAsOf === null ? null : toMonotonicMs(storedAsOf);
  if (isFollowing) await assertNotPrimary(store, storedAsOf !== null);
  let confirmedAt = 0;
  let problem: string | null = null;
  let unreadFiles: readonly string[] = [];
  let hasReadRepositories = false;
  let hasModels = false;
  const closeController = new AbortController();
  const { signal } = closeController;
  const backOff = new BackOff(retryDelaysMs, random);

  const onHeartbeat = async (asOf: number): Promise<void> => {
    freshAtMs = Math.max(freshAtMs ?? Number.NEGATIVE_INFINITY, toMonotonicMs(asOf));
    problem = null;
    backOff.recordSuccess();
    if (Math.abs(asOf - confirmedAt) < confirmIntervalSeconds) return;
    confirmedAt = asOf;
    await copy.confirm(asOf);
  };

  const hasData = (): boolean => {
    // Models without a copy date from before this instance became a replica.
    hasModels ||=
      copy.lastState === null
        ? categories.list.some(({ name }) => catalog.snapshot('v2', name).size > 0)
        : copy.isServed;
    return hasModels;
  };

  const losses = new SuspectedLosses(options.settings.cacheTtlSeconds * 1000, monotonicMs);
  const readPrimary = primary && createPrimaryReader({ ...options, primary, copy, losses, now: clock.now });
  const doorbell = primary && openDoorbell(primary, random, signal);

  const copyRepositories =
    readRepositories && createRepositoriesCopy(copy, categories, losses, () => readRepositories(signal));
  const readFromRepositories = async (copyAll: NonNullable<typeof copyRepositories>): Promise<void> => {
    const newUnreadFiles = await copyAll(clock.now());
    hasReadRepositories = true;
    const hasChanged = newUnreadFiles.join() !== unreadFiles.join();
    unreadFiles = newUnreadFiles;
    if (hasChanged) options.onUnreadFiles(newUnreadFiles);
    if (copy.lastState) freshAtMs = toMonotonicMs(copy.lastState.as_of);
  };

  /**
   * Returns whether to read the legacy repositories now. They are read when there is no copy to serve. If the
   * copy was read from them, they are read every `repositoriesIntervalSeconds`, and once after the start: the
   * list of unreadable files is not stored.
   */
  const needsRepositories = (): boolean => {
    const isFromRepositories = copy.lastState?.source === repositoriesSource;
    const ageSeconds = clock.now() - (copy.lastState?.as_of ?? 0);
    return (
      !hasData() ||
      (isFromRepositories && (!hasReadRepositories || ageSeconds >= repositoriesIntervalSeconds))
    );
  };

  /**
   * Updates the copy from the primary, or from the legacy repositories.
   * @returns the wait before the next step, in milliseconds
   */
  const updateOnce = async (): Promise<number> => {
    try {
      if (readPrimary) {
        const startedAt = clock.now();
        const pauseMs = await readPrimary(signal);
        await onHeartbeat(startedAt);
        // Jitter, so that replicas do not all send requests at once.
        return pauseMs * (0.5 + random() / 2);
      }
    } catch (error) {
      if (!copyRepositories || signal.aborted || !needsRepositories()) throw error;
      await readFromRepositories(copyRepositories).catch((repositoriesError: unknown) => {
        const defect = [error, repositoriesError].find((each) => !(each instanceof ShownError));
        const bothMessages = `${(error as Error).message} ${(repositoriesError as Error).message}`;
        throw defect ? new Error(bothMessages, { cause: defect }) : createPrimaryOutage(bothMessages);
      });
      throw error;
    }
    if (copyRepositories) {
      await readFromRepositories(copyRepositories);
      await onHeartbeat(copy.lastState?.as_of ?? 0);
    }
    return repositoriesIntervalSeconds * 1000;
  };

  const updateRepeatedly = async (): Promise<void> => {
    while (!signal.aborted) {
      doorbell?.reset();
      const pauseMs = await updateOnce().catch((error: unknown) => {
        if (signal.aborted) return 0;
        problem = (error as Error).message;
        const delayMs = backOff.recordFailure();
        options.onFailure(error, backOff.failures);
        return delayMs;
      });
      // A signal does not shorten the wait after a failure.
      const minWaitMs = problem === null && doorbell ? Math.min(minPauseMs, pauseMs) : pauseMs;
      await wait(minWaitMs, undefined, { signal, ref: false }).catch(() => {});
      if (pauseMs > minWaitMs) await doorbell?.wait(pauseMs - minWaitMs);
    }
  };
  const runPromise = isFollowing ? updateRepeatedly() : Promise.resolve();

  const lagSeconds = (): number | null => {
    if (freshAtMs === null) return null;
    return Math.round((monotonicMs() - freshAtMs) / 1000);
  };
  return {
    hasData,
    lagSeconds,
    status: () => ({
      source: copy.lastState?.source ?? null,
      lagSeconds: lagSeconds(),
      problem,
      unreadFiles: copy.lastState?.source === repositoriesSource ? unreadFiles : [],
    }),
    stop: async () => {
      closeController.abort();
      await Promise.all([runPromise, doorbell?.whenClosed]);
    },
  };
}

/**
 * Refuses a database that contains original records, because the copy of another registry would overwrite
 * them. Such a database either has an audit trail, or has models but no copy.
 *
 * @throws RegistryError `bad_request` for such a database
 */
async function assertNotPrimary(store: Store, isCopy: boolean): Promise<void> {
  const [{ event_id }, counts] = await store.read(async (reader) => [
    await auditStore(reader).head(),
    await modelStore(reader).counts(),
  ]);
  if (event_id === 0 && (isCopy || counts.size === 0)) return;
  const evidence =
    event_id > 0
      ? `it has an audit trail of ${event_id} events`
      : 'it has models that were not copied from a primary';
  throw new RegistryError(
    'bad_request',
    `The database belongs to a primary: ${evidence}. A replica would overwrite its records. ` +
      "Use a separate database for the replica (MODELREF_DATABASE_URL), or start with MODELREF_REPLICATE_MODE='PRIMARY'.",
  );
}
