import { yieldToEventLoop } from './yield-to-event-loop.ts';

/**
 * Cooperative scheduling for long work: `if (slice.expired) await slice.yield()` between its steps lets
 * requests be answered in the middle of it. Short work is never interrupted.
 */
export class TimeSlice {
  readonly #ms: number;
  #since = performance.now();

  /** @param ms how long the event loop may be held */
  constructor(ms = 8) {
    this.#ms = ms;
  }

  /** Costs 50 ns. */
  get expired(): boolean {
    return performance.now() - this.#since >= this.#ms;
  }

  /** Begins a new slice. To be called when the event loop is known to have turned. */
  restart(): void {
    this.#since = performance.now();
  }

  async yield(): Promise<void> {
    await yieldToEventLoop();
    this.restart();
  }
}
