import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../kernel/clock.ts';
import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import { modelCategories } from '../../records/categories/index.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { AppendEvents } from '../audit/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { instanceLease } from '../leases/index.ts';
import { endBetas } from './end-betas.ts';
import { trustedTime } from './trusted-time.ts';

/** Milliseconds between two searches for models whose time in beta has ended. */
const lookEveryMs = 1_000;
const leaseMs = 30_000;

/**
 * Starts the work that ends the beta of each model whose time in beta is over. Only a PRIMARY does this work;
 * a replica gets the resulting writes from the feed.
 *
 * @param opened ends this work when it is disposed of
 */
export function startLifecycle(
  {
    settings,
    store,
    clock,
    logger,
    append,
  }: {
    readonly settings: Settings;
    readonly store: Store;
    readonly clock: Clock;
    readonly logger: Logger;
    readonly append: AppendEvents;
  },
  catalog: Catalog,
  opened: AsyncDisposableStack,
): void {
  if (settings.replicateMode !== 'PRIMARY') return;
  const monotonicMs = () => performance.now();
  const lease = instanceLease({
    store,
    name: 'lifecycle',
    holder: randomUUID(),
    forMs: leaseMs,
    now: monotonicMs,
  });
  const step = {
    store,
    catalog,
    categories: modelCategories,
    settings,
    append,
    now: trustedTime(clock, monotonicMs),
    held: () => lease.held(),
  };
  const onError = (err: unknown) =>
    logger.error({ err }, 'models whose time in beta is over could not be made common');
  const task = repeatedly(lookEveryMs, {
    work: async () => {
      const count = await endBetas(step);
      if (count > 0) logger.info({ models: count }, 'models whose time in beta was over are common now');
      return count > 0;
    },
    onError,
  });
  opened.defer(async () => {
    await task.stop();
    await lease.release().catch(onError);
  });
}
