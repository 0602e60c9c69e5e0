import type { Clock } from '../../kernel/clock.ts';

/**
 * The seconds by which a clock may run ahead of the time that has passed, and the milliseconds for which a clock
 * that jumped further ahead is not believed.
 */
const jump = { seconds: 300, doubtMs: 600_000 };

/**
 * Makes a function that gives the clock's time, except after a jump forward: then the time before the jump plus the
 * time that has passed since, until the clock has stayed ahead for ten minutes. The time at the start is believed.
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
