/** The clock of the service: all code reads the time from it. */
export interface Clock {
  /** Returns the current time in whole Unix seconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) };
