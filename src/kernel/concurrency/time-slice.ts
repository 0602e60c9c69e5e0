/**
 * Splits long work into slices, so that the service can handle requests in between. The work calls `if
 * (slice.expired) await slice.yield()` after each of its steps. Work shorter than a slice is not interrupted.
 */
export class TimeSlice {
  readonly #ms: number;
  #since = performance.now();

  /** @param ms the length of a slice, in which nothing else runs */
  constructor(ms = 8) {
    this.#ms = ms;
  }

  /** Whether the slice is over. A read takes about 50 ns, so it can be checked after every step. */
  get expired(): boolean {
    return performance.now() - this.#since >= this.#ms;
  }

  /** Begins a new slice without waiting. Call it only when other tasks have just run. */
  restart(): void {
    this.#since = performance.now();
  }

  async yield(): Promise<void> {
    await yieldToEventLoop();
    this.restart();
  }
}

const waitingCallers: (() => void)[] = [];

/**
 * Yields to other tasks. Resolves after the pending requests and finished I/O were handled. Each iteration of
 * the event loop resumes only one waiting caller, so a request waits for one slice of one long task,
 * regardless of the number of long tasks.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waitingCallers.push(resolve) === 1) setImmediate(resumeNext);
  });
}

function resumeNext(): void {
  const next = waitingCallers.shift();
  // A call made while callers are resumed continues in the next iteration, after I/O.
  if (waitingCallers.length > 0) setImmediate(resumeNext);
  next?.();
}
