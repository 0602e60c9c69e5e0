/** The clock of the whole service; nothing reads the time in another way. */
export interface Clock {
  /** Whole Unix seconds, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) };
