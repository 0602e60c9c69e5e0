import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import { serviceVersion } from '../../serving/version.ts';
import type { Base } from '../base.ts';
import { importRunStore } from '../transfer/index.ts';
import { createHealth, partsOf, writtenFolders } from './health.ts';
import { measureDisks } from './metrics.ts';
import { type Instance, instanceStore } from './store.ts';

/** Time between two heartbeats of this process, in milliseconds. */
const beatEveryMs = 30_000;
/**
 * Time without a heartbeat, in seconds, after which other processes delete the row of a process. A process
 * deletes its own row when it stops, but cannot do so when it is killed.
 */
export const forgottenAfter = 600;
/** Largest number of processes in the list of instances. */
const mostListed = 200;

/**
 * Opens the services that list instances and import runs for operators. Starts the heartbeats of this
 * process.
 *
 * @param opened stops the heartbeats when it is disposed of
 */
export function openOperations(
  base: Base,
  role: Instance['role'],
  lagSeconds: () => number | null,
  opened: AsyncDisposableStack,
) {
  const self = { version: serviceVersion, role };
  const instances = opened.adopt(startHeartbeats(base, self, lagSeconds), (each) => each.stop());
  return {
    instances,
    importRuns: {
      /** The newest first. */
      list: (limit: number) => base.store.read((tx) => importRunStore(tx).list(limit)),
    },
  };
}

/**
 * Time between two checks of the parts of this instance (database, identity service, bridge …), in
 * milliseconds.
 */
const lookEveryMs = 10_000;

/**
 * Starts the repeated checks of the parts of this instance, and registers the metrics of its disks.
 *
 * @param opened stops the checks when it is disposed of
 */
export function openHealth(
  base: Base & Pick<Parameters<typeof partsOf>[0], 'identity' | 'usage'>,
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

/**
 * Writes a heartbeat to this process's row in the database regularly, until `stop` is called. `list` reads
 * the rows of all processes.
 *
 * @param lagSeconds returns by how many seconds the copy of a REPLICA is behind
 */
function startHeartbeats(
  { store, clock, logger }: Base,
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
  /** The most recently seen first. */
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
