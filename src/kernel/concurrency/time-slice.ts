/**
 * Splits long work into slices, so that the service can answer requests in between. The work calls `if
 * (slice.expired) await slice.yield()` after each of its steps. Work shorter than a slice is not interrupted.
 */
export class TimeSlice {
  readonly #ms: number;
  #since = performance.now();

  /** @param ms the length of a slice, in which nothing else runs */
  constructor(ms = 8) {
    this.#ms = ms;
  }

  /** Whether the slice is over. Reading this costs 50 ns. */
  get expired(): boolean {
    return performance.now() - this.#since >= this.#ms;
  }

  /** Begins a new slice without a wait. Call it only when other tasks have just had their turn. */
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
 * Lets other tasks run. Resolves when the requests that had arrived and the I/O that had finished have had
 * their turn. In each turn of the event loop only one of the waiting callers goes on. So a request waits for
 * one slice of one long task, however many long tasks there are.
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
