import type { Clock } from '../../kernel/clock.ts';

/**
 * A clock that is ahead of the expected time by more than `seconds` is doubted. After `doubtMs` milliseconds
 * in which it stayed ahead, it is trusted.
 */
const jump = { seconds: 300, doubtMs: 600_000 };

/**
 * Makes a function that gives the clock's time, but ignores a sudden jump forward at first. After a jump, it
 * gives the expected time: the last trusted time plus the time that has passed since. When the clock has
 * stayed ahead for ten minutes, it gives the clock's time again. The clock's time at the start is trusted.
 *
 * @param monotonicMs monotonic clock, in milliseconds
 * @returns a function that gives Unix seconds
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
