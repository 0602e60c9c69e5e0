/** How much a model was used, as the usage service said on one day. */
export interface UsageSample {
  category: string;
  name: string;
  /** Days since 1970-01-01, UTC. */
  day: number;
  /** Uses in the 24 hours before, in the month before, and ever. */
  used_day: number;
  used_month: number;
  used_total: number;
  workers: number;
}

export interface UsageSampleReader {
  /** Those of the latest days, the newest first. */
  of(category: string, name: string, limit: number): Promise<UsageSample[]>;
  /** Null before the first sample of the category. */
  lastDay(category: string): Promise<number | null>;
}

export interface UsageSampleWriter extends UsageSampleReader {
  add(samples: readonly UsageSample[]): Promise<void>;
  /** Removes the samples of the days before. */
  forget(category: string, before: number): Promise<void>;
}
