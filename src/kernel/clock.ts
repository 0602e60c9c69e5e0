/** The only way the domain and the services learn the time. */
export interface Clock {
  /** Whole Unix seconds, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) };
