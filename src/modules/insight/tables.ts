/** The usage of a model on one day, according to the usage service. */
export interface UsageSample {
  category: string;
  name: string;
  /** Days since 1970-01-01, UTC. */
  day: number;
  /**
   * `used_day`: uses in the 24 hours before the sample was taken. `used_month`: uses in the month before.
   * `used_total`: all uses so far.
   */
  used_day: number;
  used_month: number;
  used_total: number;
  workers: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    usage_samples: UsageSample;
  }
}

/** The tables of usage samples that are included in a copy of the database, each with its key columns. */
export const insightKeys = [['usage_samples', ['category', 'name', 'day']]] as const;
