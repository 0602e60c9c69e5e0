import { setImmediate as others } from 'node:timers/promises';

/** How long one piece of work may hold the event loop, in milliseconds. */
const longestStretch = 8;

/**
 * For long work that nobody should have to wait for: `if (pauses.due) await pauses.take()` between its steps
 * lets requests be answered in the middle of it. Short work is never interrupted.
 */
export class Pauses {
  #since = performance.now();

  /** Whether the event loop has been held for long. Costs 50 ns. */
  get due(): boolean {
    return performance.now() - this.#since >= longestStretch;
  }

  async take(): Promise<void> {
    await others();
    this.#since = performance.now();
  }
}
