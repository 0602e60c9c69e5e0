/** The source of the time for the whole service, which nothing reads in another way. */
export interface Clock {
  /** Whole Unix seconds, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) };
