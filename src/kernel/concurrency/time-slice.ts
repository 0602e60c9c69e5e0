/**
 * Splits long work into slices: `if (slice.expired) await slice.yield()` between its steps lets requests be
 * answered in the middle of it. Short work is never interrupted.
 */
export class TimeSlice {
  readonly #ms: number;
  #since = performance.now();

  /** @param ms the time for which the event loop may be held */
  constructor(ms = 8) {
    this.#ms = ms;
  }

  /** Whether the slice is over. Costs 50 ns. */
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

const waiting: (() => void)[] = [];

/**
 * Resolves after everything that is ready (arrived requests, finished I/O) has had its turn. One caller goes
 * on in each turn of the event loop: however many long works are under way, a request waits for a slice of
 * one of them, not for a slice of each.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  const next = waiting.shift();
  // A call made during such a turn goes on in the next one, after I/O.
  if (waiting.length > 0) setImmediate(goOn);
  next?.();
}
