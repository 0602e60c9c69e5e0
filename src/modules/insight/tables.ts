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
