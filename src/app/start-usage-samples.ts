import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../kernel/clock.ts';
import { repeatedly } from '../kernel/concurrency/repeatedly.ts';
import type { Catalog } from '../modules/catalog/index.ts';
import { sampleUsage } from '../modules/insight/index.ts';
import { instanceLease } from '../modules/leases/index.ts';
import type { UsageSource } from '../outside/usage-source.ts';
import { categories } from '../records/categories/index.ts';
import type { Store } from '../store/store.ts';

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
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
