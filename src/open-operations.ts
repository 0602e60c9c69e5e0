import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { repeatedly } from './concurrency/repeatedly.ts';
import { categories } from './registry/categories/index.ts';
import type { Clock } from './registry/clock.ts';
import type { Catalog } from './services/catalog/catalog.ts';
import { instanceLease } from './services/leases/instance-lease.ts';
import { createInstances, type Instances } from './services/operations/instances.ts';
import type { Instance } from './services/ports/store/instances.ts';
import type { Store } from './services/ports/store/store.ts';
import type { UsageSource } from './services/ports/usage-source.ts';
import { sampleUsage } from './services/usage-history/sample-usage.ts';

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How often this process says that it is there, in milliseconds. */
const beatEveryMs = 30_000;

/** Says that this process is there, until it is stopped. */
export function startBeats(
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

/** How often it is looked whether the day has its samples, in milliseconds. */
const sampleEveryMs = 60_000;
const sampleLeaseMs = 120_000;

/** Notes each day how much models are used, until it is stopped. One instance of a deployment does it. */
export function startUsageSamples(
  { store, clock, logger, ...parts }: Parts & { catalog: Catalog; source: UsageSource },
  days: number,
): { stop(): Promise<void> } {
  const lease = instanceLease({
    store,
    name: 'usage-samples',
    holder: randomUUID(),
    forMs: sampleLeaseMs,
    now: () => performance.now(),
  });
  // The usage client says in the log what is wrong.
  const onError = (err: unknown) => logger.debug({ err }, 'usage could not be noted');
  const step = { ...parts, store, clock, categories, days, held: () => lease.held() };
  const task = repeatedly(sampleEveryMs, { work: () => sampleUsage(step).then(() => false), onError });
  return {
    stop: async () => {
      await task.stop();
      await lease.release().catch(onError);
    },
  };
}
