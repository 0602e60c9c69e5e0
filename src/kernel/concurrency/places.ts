export interface PlacesOptions {
  /** Largest number of tasks that run at the same time. */
  readonly atOnce: number;
  /**
   * Largest average number of tasks that begin in a second. After a pause, this many tasks may begin at once.
   * Default: no bound.
   */
  readonly perSecond?: number;
  /** Largest number of tasks that wait for a place. */
  readonly waiting: number;
  readonly longestWaitMs: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/** Thrown for a task that got no place in time. */
export class NoPlace extends Error {
  /** Seconds after which another try makes sense: 1 or more. */
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('there is no place');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface Waiter {
  readonly origin: string;
  /** The round in which the task's turn comes. A round has at most one waiting task of each origin. */
  readonly round: number;
  begin(): void;
  refuse(error: Error): void;
}

/**
 * Places for tasks. `Places` limits the tasks that run at once, the tasks that begin in a second, and the
 * tasks that wait. Waiting tasks of different origins take turns. When the queue is full, a task of an origin
 * with fewer waiting tasks replaces a waiting task of the origin with the most.
 */
export class Places {
  readonly #options: Required<PlacesOptions>;
  /** Waiting tasks by round; within a round by arrival. */
  readonly #queue: Waiter[] = [];
  #round = 0;
  #running = 0;
  /** The content of a token bucket for `perSecond`. The bucket holds at most a second's worth. */
  #tokens: number;
  #filledAt: number;
  #nextPlace: NodeJS.Timeout | undefined;

  constructor(options: PlacesOptions) {
    this.#options = { perSecond: Number.POSITIVE_INFINITY, ...options };
    this.#tokens = Math.max(1, this.#options.perSecond);
    this.#filledAt = options.now();
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Runs a task when there is a place for it.
   *
   * @param origin the name of the group of callers that share a turn
   * @throws NoPlace when the task got no place; it did not begin
   */
  async run<T>(origin: string, work: () => Promise<T>): Promise<T> {
    if (this.#queue.length > 0 || !this.#take()) await this.#wait(origin);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#fillPlaces();
    }
  }

  /** Refuses all waiting tasks with this error. */
  refuseWaiting(error: Error): void {
    for (const waiter of this.#queue.splice(0)) waiter.refuse(error);
  }

  #wait(origin: string): Promise<void> {
    const before = this.#queue.findLast((waiter) => waiter.origin === origin)?.round ?? this.#round;
    const round = before + 1;
    if (this.#queue.length >= this.#options.waiting) {
      const last = this.#queue.at(-1);
      if (!last || last.round <= round) throw this.#noPlace();
      this.#queue.pop();
      last.refuse(this.#noPlace());
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { origin, round, begin: resolve, refuse: reject };
    const tooLate = setTimeout(() => {
      const index = this.#queue.indexOf(waiter);
      if (index >= 0) this.#queue.splice(index, 1);
      reject(this.#noPlace());
    }, this.#options.longestWaitMs);
    this.#queue.splice(this.#queue.findLastIndex((each) => each.round <= round) + 1, 0, waiter);
    this.#fillPlaces();
    return promise.finally(() => clearTimeout(tooLate));
  }

  /**
   * Takes a place.
   * @returns false when there is no place yet
   */
  #take(): boolean {
    if (this.#running >= this.#options.atOnce || this.#msUntil(1) > 0) return false;
    this.#running += 1;
    this.#tokens -= 1;
    return true;
  }

  #fillPlaces(): void {
    while (this.#queue.length > 0 && this.#take()) {
      const waiter = this.#queue.shift();
      this.#round = waiter?.round ?? 0;
      waiter?.begin();
    }
    if (this.#queue.length === 0 || this.#running >= this.#options.atOnce || this.#nextPlace) return;
    this.#nextPlace = setTimeout(
      () => {
        this.#nextPlace = undefined;
        this.#fillPlaces();
      },
      Math.max(1, this.#msUntil(1)),
    );
  }

  /** Gives the time, in ms, until `perSecond` allows `count` more tasks to begin. */
  #msUntil(count: number): number {
    const { perSecond, now } = this.#options;
    if (perSecond === Number.POSITIVE_INFINITY) return 0;
    const seconds = (now() - this.#filledAt) / 1000;
    this.#filledAt = now();
    this.#tokens = Math.min(Math.max(1, perSecond), this.#tokens + seconds * perSecond);
    return Math.max(0, Math.ceil(((count - this.#tokens) / perSecond) * 1000));
  }

  #noPlace(): NoPlace {
    return new NoPlace(Math.max(1, Math.ceil(this.#msUntil(this.#queue.length + 1) / 1000)));
  }
}
