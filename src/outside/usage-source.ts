import type { UsageData, UsageKind } from '../modules/insight/analytics/index.ts';

/** What the horde's workers serve, and how much it is used. */
export interface UsageSource {
  /**
   * Fresh data, or the last good data while the service fails.
   * @param options.workers adds the workers, which are many
   * @throws OutageError usage_unavailable naming the service, when there never was good data
   */
  read(kind: UsageKind, options?: { workers?: boolean }): Promise<UsageReading>;
  health(): UsageHealth;
}

export interface UsageReading {
  readonly data: UsageData;
  /** Whole seconds since the oldest part of it was fetched. */
  readonly ageSeconds: number;
  /** It is older than it should be, because the service does not answer. */
  readonly stale: boolean;
}

/** How well the usage service has answered lately, as the heartbeat shows it. */
export interface UsageHealth {
  /** It failed so often that it is not asked at the moment. */
  readonly degraded: boolean;
  readonly consecutive_failures: number;
  /** Until it is asked again; null when it may be asked now. */
  readonly seconds_until_retry: number | null;
}
