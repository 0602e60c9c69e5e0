/** The clock of the service: all code reads the time from it. */
export interface Clock {
  /** Returns the current time in whole Unix seconds. */
  now(): number;
}

/** Returns the UTC date of a time in Unix seconds, such as `2026-01-31`. */
export function formatUtcDate(time: number): string {
  return new Date(time * 1000).toISOString().slice(0, 10);
}

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) };
