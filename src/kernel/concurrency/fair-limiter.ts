export interface FairLimiterOptions {
  /** Maximum number of tasks that run at the same time. */
  readonly atOnce: number;
  /** Maximum number of tasks that start per second on average, and the maximum burst. Default: no limit. */
  readonly perSecond?: number;
  /** Maximum number of waiting tasks. */
  readonly waiting: number;
  readonly longestWaitMs: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/** Thrown by `FairLimiter.run` for a task that was not started: the queue was full, or the wait too long. */
export class LimiterFull extends Error {
  /** Whole seconds after which the caller should retry; at least 1. */
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('too many tasks are waiting');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface Waiter {
  readonly origin: string;
  /**
   * The round in which the task starts. Rounds are numbered in ascending order. In each round, every origin
   * has at most one waiting task.
   */
  readonly round: number;
  begin(): void;
  refuse(error: Error): void;
}

/**
 * Limits the number of concurrent tasks, of tasks started per second, and of waiting tasks. Waiting tasks of
 * different origins are started round-robin. If the queue is full when a task arrives, one task is refused: the
 * last waiting task if the new task would start in an earlier round, otherwise the new task.
 */
export class FairLimiter {
  readonly #options: Required<FairLimiterOptions>;
  /** The waiting tasks in starting order: by round, and within a round by arrival. */
  readonly #queue: Waiter[] = [];
  #round = 0;
  #running = 0;
  /**
   * Token bucket of `perSecond`: the number of tasks that may start now. Refilled by `perSecond` each second,
   * up to `perSecond` or 1, whichever is greater.
   */
  #tokens: number;
  #filledAt: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FairLimiterOptions) {
    this.#options = { perSecond: Number.POSITIVE_INFINITY, ...options };
    this.#tokens = Math.max(1, this.#options.perSecond);
    this.#filledAt = options.now();
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Runs a task as soon as the limits allow it.
   *
   * @param origin identifies the callers that share a place in the round-robin, such as their address
   * @throws LimiterFull when the queue is full or the wait is too long; `work` is then not called
   */
  async run<T>(origin: string, work: () => Promise<T>): Promise<T> {
    if (this.#queue.length > 0 || !this.#tryStart()) await this.#wait(origin);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#startWaiting();
    }
  }

  /** Refuses all waiting tasks: `run` rejects with this error for each of them. */
  refuseWaiting(error: Error): void {
    for (const waiter of this.#queue.splice(0)) waiter.refuse(error);
  }

  #wait(origin: string): Promise<void> {
    const lastRound = this.#queue.findLast((waiter) => waiter.origin === origin)?.round ?? this.#round;
    const round = lastRound + 1;
    if (this.#queue.length >= this.#options.waiting) {
      const lastWaiter = this.#queue.at(-1);
      if (!lastWaiter || lastWaiter.round <= round) throw this.#refusal();
      this.#queue.pop();
      lastWaiter.refuse(this.#refusal());
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { origin, round, begin: resolve, refuse: reject };
    const waitTimer = setTimeout(() => {
      const index = this.#queue.indexOf(waiter);
      if (index >= 0) this.#queue.splice(index, 1);
      reject(this.#refusal());
    }, this.#options.longestWaitMs);
    this.#queue.splice(this.#queue.findLastIndex((each) => each.round <= round) + 1, 0, waiter);
    this.#startWaiting();
    return promise.finally(() => clearTimeout(waitTimer));
  }

  /** Counts a task as running if the limits allow it to start now. Returns whether they do. */
  #tryStart(): boolean {
    if (this.#running >= this.#options.atOnce || this.#msUntil(1) > 0) return false;
    this.#running += 1;
    this.#tokens -= 1;
    return true;
  }

  #startWaiting(): void {
    while (this.#queue.length > 0 && this.#tryStart()) {
      const waiter = this.#queue.shift();
      this.#round = waiter?.round ?? 0;
      waiter?.begin();
    }
    if (this.#queue.length === 0 || this.#running >= this.#options.atOnce || this.#timer) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#startWaiting();
      },
      Math.max(1, this.#msUntil(1)),
    );
  }

  /** Returns the time, in ms, until `perSecond` allows `count` more tasks to start. */
  #msUntil(count: number): number {
    const { perSecond, now } = this.#options;
    if (perSecond === Number.POSITIVE_INFINITY) return 0;
    const elapsedSeconds = (now() - this.#filledAt) / 1000;
    this.#filledAt = now();
    this.#tokens = Math.min(Math.max(1, perSecond), this.#tokens + elapsedSeconds * perSecond);
    return Math.max(0, Math.ceil(((count - this.#tokens) / perSecond) * 1000));
  }

  #refusal(): LimiterFull {
    return new LimiterFull(Math.max(1, Math.ceil(this.#msUntil(this.#queue.length + 1) / 1000)));
  }
}
