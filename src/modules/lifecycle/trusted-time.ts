import type { Clock } from '../../kernel/clock.ts';

/**
 * Limits for a clock that is ahead of the expected time. When it is ahead by at most `seconds`, it is
 * believed at once. When it is further ahead, it is believed only after `doubtMs` milliseconds.
 */
const jump = { seconds: 300, doubtMs: 600_000 };

/**
 * Makes a function that gives the clock's time, but doubts a jump forward. After a jump, the function counts
 * on from the time before it. Once the clock has stayed ahead for ten minutes, the function gives the clock's
 * time again. The clock's first time is believed.
 *
 * @param monotonicMs monotonic clock, in milliseconds
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
