import type { Logger } from 'pino';
import type { Bounds } from '../kernel/bounds.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Categories } from '../records/categories/index.ts';
import type { Metrics } from '../serving/metrics/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';

/**
 * The settings and services that every module may use when it is opened; created by `openFoundation`
 * (`src/app/foundation.ts`).
 */
export interface ModuleContext {
  readonly settings: Settings;
  readonly bounds: Bounds;
  readonly categories: Categories;
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}
