import type { UsageSource } from '../../outside/usage-client.ts';
import { modelCategories } from '../../records/categories/index.ts';
import type { Base } from '../base.ts';
import type { Catalog } from '../catalog/index.ts';
import { createUsageLevels } from './category-usage.ts';
import { createDeletionRisk } from './deletion-risk.ts';
import { createFinder } from './find.ts';
import { createPopularity } from './popularity.ts';
import { createSearch } from './search.ts';
import { createStatistics } from './statistics.ts';
import { followStyles } from './style-uses.ts';

interface InsightBase extends Base {
  readonly usage: UsageSource;
}

export type InsightServices = ReturnType<typeof openInsight>['services'];

/**
 * Opens search, statistics and usage.
 * @param opened receives the background work, and stops it when it is disposed of
 */
export function openInsight(base: InsightBase, catalog: Catalog, opened: AsyncDisposableStack) {
  const { settings, clock, usage } = base;
  const styles =
    settings.stylesSource === null || settings.replicateMode === 'REPLICA'
      ? null
      : opened.adopt(followStyles(settings.stylesSource, base), (each) => each.stop());
  return {
    usageLevels: createUsageLevels({ catalog, source: usage }),
    /** Lists the styles of the horde that use a model; null when this instance reads no styles. */
    styles,
    services: {
      search: createSearch(modelCategories),
      finder: createFinder({ catalog, source: usage }),
      statistics: createStatistics({ clock, settings }),
      popularity: createPopularity({ source: usage }),
      deletionRisk: createDeletionRisk({ source: usage, clock, settings }),
      usageHealth: usage.health,
      /** `stylesStatus` gives the state of the horde's styles. Absent when this instance reads no styles. */
      ...(styles && { stylesStatus: styles.status }),
    },
  };
}
