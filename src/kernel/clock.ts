/** The clock of the whole service: all code gets the time from it. */
export interface Clock {
  /** Whole Unix seconds, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) };
