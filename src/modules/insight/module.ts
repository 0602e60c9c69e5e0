import { randomUUID } from 'node:crypto';
import { startRepeatedTask } from '../../kernel/concurrency/repeatedly.ts';
import type { UsageSource } from '../../outside/usage-client.ts';
import type { ModuleContext } from '../base.ts';
import type { Catalog } from '../catalog/index.ts';
import { createInstanceLease } from '../leases/index.ts';
import { createUsageLevels } from './category-usage.ts';
import { createDeletionRisk } from './deletion-risk.ts';
import { createFinder } from './find.ts';
import { createPopularity } from './popularity.ts';
import { createSearch } from './search.ts';
import { createStatistics } from './statistics.ts';
import { findStylesUrl, followStyles } from './style-uses.ts';
import { createUsageHistory, sampleUsage } from './usage-history.ts';

interface InsightBase extends ModuleContext {
  readonly usage: UsageSource;
}

export type InsightServices = ReturnType<typeof openInsight>['services'];

/**
 * Opens search, statistics and usage.
 * @param options.stylesUrl the URL of the horde's styles. Default: that of the AI-Horde, if this instance
 *   needs styles
 * @param resources stops the background work when it is disposed
 */
export function openInsight(
  base: InsightBase,
  catalog: Catalog,
  { stylesUrl = findStylesUrl(base.settings) }: { readonly stylesUrl?: string | null },
  resources: AsyncDisposableStack,
) {
  const { categories, settings, store, clock, logger, usage } = base;
  if (store.writable) resources.adopt(startUsageSamples(base, catalog), (each) => each.stop());
  const styles =
    stylesUrl === null ? null : resources.adopt(followStyles(stylesUrl, logger), (each) => each.stop());
  return {
    usageLevels: createUsageLevels({ catalog, source: usage }),
    /** Lists the horde's styles that use a model; absent if this instance reads no styles. */
    stylesOf: styles?.of,
    services: {
      search: createSearch(categories),
      finder: createFinder({ catalog, categories, source: usage }),
      statistics: createStatistics({ clock, settings }),
      popularity: createPopularity({ source: usage }),
      deletionRisk: createDeletionRisk({ source: usage, clock, settings }),
      usageHealth: usage.health,
      usageHistory: createUsageHistory({ store, clock }),
    },
  };
}

/** Interval, in ms, at which to check whether today's samples are stored. */
const sampleIntervalMs = 60_000;
const sampleLeaseMs = 120_000;
/** Number of days for which the daily samples are stored. */
const retentionDays = 366;

/**
 * Stores the usage of models each day until `stop` is called. A lease ensures that only one instance does
 * this.
 */
function startUsageSamples(
  { categories, store, clock, logger, usage: source }: InsightBase,
  catalog: Catalog,
): { stop(): Promise<void> } {
  const lease = createInstanceLease({
    store,
    name: 'usage-samples',
    holder: randomUUID(),
    durationMs: sampleLeaseMs,
    now: () => performance.now(),
  });
  // The usage client logs the reason.
  const onError = (err: unknown) => logger.debug({ err }, "cannot store today's usage of models");
  const step = {
    catalog,
    source,
    store,
    clock,
    categories: categories.list,
    days: retentionDays,
    hasLease: () => lease.ensureHeld(),
  };
  const task = startRepeatedTask(sampleIntervalMs, {
    work: () => sampleUsage(step).then(() => false),
    onError,
  });
  return {
    stop: async () => {
      await task.stop();
      await lease.release().catch(onError);
    },
  };
}
