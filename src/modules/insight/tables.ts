/** The usage of a model, as the usage service stated it on one day. */
export interface UsageSample {
  category: string;
  name: string;
  /** Days since 1970-01-01, UTC. */
  day: number;
  /** Uses in the 24 hours before; `used_month`: in the month before; `used_total`: in total. */
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

/** The tables that copies of a whole database take over, with their keys. */
export const insightKeys = [['usage_samples', ['category', 'name', 'day']]] as const;
