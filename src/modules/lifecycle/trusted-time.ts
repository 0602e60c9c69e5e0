import type { Clock } from '../../kernel/clock.ts';

/** By how much the clock may run ahead of the time that has passed, and for how long it is not believed then. */
const jump = { seconds: 300, doubtMs: 600_000 };

/**
 * Gives the time, but not the time that a clock shows for a moment only: after a jump forward, the time that
 * has passed since, until the clock has stayed there for ten minutes. The time at the start is believed.
 *
 * @param monotonicMs time that passes, in milliseconds
 * @returns Unix seconds
 */
export function trustedTime(clock: Clock, monotonicMs: () => number): () => number {
  let known = { time: clock.now(), at: monotonicMs() };
  let doubtedSince: number | null = null;
  return () => {
    const [time, at] = [clock.now(), monotonicMs()];
    const expected = known.time + Math.floor((at - known.at) / 1000);
    const isJump = time > expected + jump.seconds;
    if (isJump) doubtedSince ??= at;
    else doubtedSince = null;
    if (doubtedSince !== null && at - doubtedSince < jump.doubtMs) return expected;
    doubtedSince = null;
    known = { time, at };
    return time;
  };
}
