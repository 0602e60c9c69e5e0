/** How long things took, in seconds. */
export type WaitingTimes = {
  readonly count: number;
  /** Null when there are none, as are the others. */
  readonly median: number | null;
  /** Nine of ten took no longer. */
  readonly p90: number | null;
  readonly longest: number | null;
};

/** By nearest rank: each is a time that something did take. */
export function waitingTimes(seconds: readonly number[]): WaitingTimes {
  const sorted = seconds.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
  return { count: sorted.length, median: at(0.5), p90: at(0.9), longest: at(1) };
}
