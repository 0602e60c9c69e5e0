import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Clock } from '../../kernel/clock.ts';
import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import type { Store } from '../../store/store.ts';
import { type ImportRun, importRunStore } from '../transfer/index.ts';
import { instanceStore } from './store.ts';
import type { Instance } from './tables.ts';

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How often this process says that it is there, in milliseconds. */
const beatEveryMs = 30_000;

/**
 * Opens what those look at who run the registry, and says that this process is there.
 *
 * @param opened stops it
 */
export function openOperations(
  base: Parts,
  self: Parameters<typeof startBeats>[1],
  opened: AsyncDisposableStack,
) {
  const instances = opened.adopt(startBeats(base, self), (each) => each.stop());
  return { instances, importRuns: createImportRuns(base) };
}

function startBeats(
  { store, clock, logger }: Parts,
  self: Pick<Instance, 'version' | 'role'> & { lagSeconds: () => number | null },
): Instances & { stop(): Promise<void> } {
  const { version, role, lagSeconds } = self;
  const instances = createInstances({
    store,
    clock,
    self: {
      id: randomUUID(),
      host: hostname(),
      process: process.pid,
      version,
      role,
      started_at: clock.now(),
    },
    lagSeconds,
  });
  const onError = (err: unknown) => logger.debug({ err }, 'this instance could not say that it is there');
  const first = instances.beat().catch(onError);
  const task = repeatedly(beatEveryMs, { work: () => instances.beat().then(() => false), onError });
  return {
    ...instances,
    stop: async () => {
      await first;
      await task.stop();
      await instances.leave().catch(onError);
    },
  };
}

/** How long after its last sign a process is forgotten: one that was killed says no goodbye. In seconds. */
export const forgottenAfter = 600;
/** Of these the list is. */
const mostListed = 200;

/** The processes that serve from one database, each by a row that it renews. */
export interface Instances {
  /** Says that this process is there, and forgets those that have not said so for long. */
  beat(): Promise<void>;
  leave(): Promise<void>;
  /** Those seen last come first. */
  list(): Promise<Instance[]>;
}

interface InstancesOptions {
  readonly store: Pick<Store, 'read' | 'writeBeside'>;
  readonly clock: Clock;
  readonly self: Omit<Instance, 'seen_at' | 'lag_seconds'>;
  /** How far the copy of a REPLICA is behind. */
  readonly lagSeconds: () => number | null;
}

function createInstances({ store, clock, self, lagSeconds }: InstancesOptions): Instances {
  return {
    beat: () =>
      store.writeBeside(async (tx) => {
        const now = clock.now();
        await instanceStore(tx).put({ ...self, seen_at: now, lag_seconds: lagSeconds() });
        await instanceStore(tx).forget(now - forgottenAfter);
      }),
    leave: () => store.writeBeside((tx) => instanceStore(tx).remove(self.id)),
    list: () => store.read((tx) => instanceStore(tx).list(mostListed)),
  };
}

/** What was imported into the database: runs of `modelref import`. */
export interface ImportRuns {
  /** The newest first. */
  list(limit: number): Promise<ImportRun[]>;
}

export function createImportRuns({ store }: { store: Pick<Store, 'read'> }): ImportRuns {
  return { list: (limit) => store.read((tx) => importRunStore(tx).list(limit)) };
}
