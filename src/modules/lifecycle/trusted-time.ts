import type { Clock } from '../../kernel/clock.ts';

/**
 * `seconds`: a clock that is ahead of the expected time by at most this number is believed at once.
 * `doubtMs`: a clock that is further ahead is believed after this time, in milliseconds.
 */
const jump = { seconds: 300, doubtMs: 600_000 };

/**
 * Makes a function that gives the clock's time. After a jump forward, the function gives the time before the
 * jump plus the time that has passed since, until the clock has stayed ahead for ten minutes. The clock is
 * believed at the start.
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
