import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Clock } from '../../kernel/clock.ts';
import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import type { Metrics } from '../../serving/metrics/metrics.ts';
import { serviceVersion } from '../../serving/version.ts';
import type { Store } from '../../store/store.ts';
import { importRunStore } from '../transfer/index.ts';
import { createHealth, partsOf } from './health.ts';
import { measureDisks } from './metrics.ts';
import { instanceStore } from './store.ts';
import type { Instance } from './tables.ts';
import { writtenFolders } from './written-folders.ts';

/** The time between two heartbeats of this process, in milliseconds. */
const beatEveryMs = 30_000;
/**
 * The time after its last heartbeat at which a process is forgotten, in seconds: a process that was killed does not
 * remove its row.
 */
export const forgottenAfter = 600;
/** The most processes that are listed. */
const mostListed = 200;

/**
 * Opens the lists of instances and of import runs, for operators, and starts the heartbeats of this process.
 *
 * @param opened stops it
 */
export function openOperations(
  base: Parameters<typeof startHeartbeats>[0],
  role: Instance['role'],
  lagSeconds: () => number | null,
  opened: AsyncDisposableStack,
) {
  const self = { version: serviceVersion, role };
  const instances = opened.adopt(startHeartbeats(base, self, lagSeconds), (each) => each.stop());
  return { instances, importRuns: createImportRuns(base.store) };
}

/** The time between two looks at the parts, in milliseconds: the beginning of a problem is known no more exactly. */
const lookEveryMs = 10_000;

/**
 * Watches the parts of this instance, and measures its disks.
 *
 * @param opened stops it
 */
export function openHealth(
  base: Omit<Parameters<typeof partsOf>[0], 'hearing' | 'replica' | 'bridge'> & {
    readonly clock: Clock;
    readonly logger: Logger;
    readonly metrics: Metrics;
  },
  others: Pick<Parameters<typeof partsOf>[0], 'hearing' | 'replica' | 'bridge'>,
  opened: AsyncDisposableStack,
) {
  measureDisks(base.metrics, writtenFolders(base.settings));
  const health = createHealth(partsOf({ ...base, ...others }), base.clock);
  const onError = (err: unknown) =>
    base.logger.error({ err }, 'the parts of this instance could not be looked at');
  const first = health.look().catch(onError);
  const task = repeatedly(lookEveryMs, { work: () => health.look().then(() => false), onError });
  opened.defer(async () => {
    await first;
    await task.stop();
  });
  return { health };
}

export type Instances = ReturnType<typeof startHeartbeats>;

/**
 * Renews a row of the database that says that this process runs, until it is stopped; lists the processes that
 * serve from the database by their rows.
 *
 * @param lagSeconds how far the copy of a REPLICA is behind
 */
function startHeartbeats(
  { store, clock, logger }: { readonly store: Store; readonly clock: Clock; readonly logger: Logger },
  { version, role }: Pick<Instance, 'version' | 'role'>,
  lagSeconds: () => number | null,
) {
  const id = randomUUID();
  const self = { id, host: hostname(), process: process.pid, version, role, started_at: clock.now() };
  const beat = () =>
    store.writeBeside(async (tx) => {
      const now = clock.now();
      await instanceStore(tx).put({ ...self, seen_at: now, lag_seconds: lagSeconds() });
      await instanceStore(tx).forget(now - forgottenAfter);
    });
  const onError = (err: unknown) => logger.debug({ err }, 'this instance could not note that it runs');
  /** Lists the processes that serve from the database, the most recently seen first. */
  const list = () => store.read((tx) => instanceStore(tx).list(mostListed));
  // A standby has no row to renew: whoever reads from one is not in the list.
  if (!store.writable) return { list, stop: async () => {} };
  const first = beat().catch(onError);
  const task = repeatedly(beatEveryMs, { work: () => beat().then(() => false), onError });
  return {
    list,
    stop: async () => {
      await first;
      await task.stop();
      await store.writeBeside((tx) => instanceStore(tx).remove(id)).catch(onError);
    },
  };
}

export type ImportRuns = ReturnType<typeof createImportRuns>;

/** Runs of `modelref import` on this database. */
export function createImportRuns(store: Pick<Store, 'read'>) {
  return {
    /** Lists the runs, the newest first, at most `limit`. */
    list: (limit: number) => store.read((tx) => importRunStore(tx).list(limit)),
  };
}
