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

/** What the usage service says of one kind of models. Names are as the workers advertise them. */
export interface UsageData {
  readonly status: readonly ModelStatus[];
  readonly stats: UsageStats;
  /** Empty where nobody asked for workers. */
  readonly workers: readonly WorkerStatus[];
}

export type UsageKind = 'image' | 'text';

/** Numbers of uses by upstream name. */
export interface UsageStats {
  readonly day: ReadonlyMap<string, number>;
  readonly month: ReadonlyMap<string, number>;
  readonly total: ReadonlyMap<string, number>;
}

export interface ModelStatus {
  readonly name: string;
  /** Workers that serve the model. */
  readonly count: number;
  readonly jobs: number;
  readonly queued: number;
  /** Seconds. */
  readonly eta: number;
  readonly performance: number;
}

export interface WorkerStatus {
  readonly id: string;
  readonly name: string;
  /** As the service words it, e.g. `0.6 megapixelsteps per second`. */
  readonly performance: string;
  readonly online: boolean;
  readonly trusted: boolean;
  /** Seconds. */
  readonly uptime: number;
  readonly models: readonly string[];
}
