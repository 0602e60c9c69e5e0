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
