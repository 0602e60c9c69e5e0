import { uptime } from 'node:os';

/** A time that a later process can count from, also when the clock is set in between. */
export interface Moment {
  /** Unix time, in ms. */
  readonly at: number;
  /** For how long the machine had been running, in seconds. */
  readonly uptimeSeconds: number;
}

export function thisMoment(): Moment {
  return { at: Date.now(), uptimeSeconds: uptime() };
}

/**
 * Gives the ms that have passed at least; negative when the clock has been set back. A machine that has run
 * for less time than it had then was restarted: only its clock tells.
 */
export function msSince(then: Moment): number {
  const now = thisMoment();
  const byClock = now.at - then.at;
  const ranForMs = (now.uptimeSeconds - then.uptimeSeconds) * 1000;
  return ranForMs < 0 ? byClock : Math.min(byClock, ranForMs);
}
