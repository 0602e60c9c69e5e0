export interface PlacesOptions {
  /** The number of works that may run at the same time. */
  readonly atOnce: number;
  /**
   * The number of works that may begin in a second, on average, and at once after a pause. Default: no bound.
   */
  readonly perSecond?: number;
  /** The number of works that may wait for a place. */
  readonly waiting: number;
  readonly longestWaitMs: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/** Thrown for work that got no place in time. */
export class NoPlace extends Error {
  /** Seconds until another try makes sense: 1 or more. */
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('there is no place');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface Waiter {
  readonly origin: string;
  /** The round of its turn: each origin has one waiter in a round. */
  readonly round: number;
  begin(): void;
  refuse(error: Error): void;
}

/**
 * Places for work that is limited in number, in rate, and in how much of it waits. Waiting work of different
 * origins takes turns; once the queue is full, the origin with the most waiters loses one to make room for
 * others.
 */
export class Places {
  readonly #options: Required<PlacesOptions>;
  /** Waiters by their rounds; within a round in the order in which they came. */
  readonly #queue: Waiter[] = [];
  #round = 0;
  #running = 0;
  /** A token bucket for the rate, which holds at most a second's worth. */
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
   * Does the work when there is a place for it.
   *
   * @param origin the name of those who share a turn
   * @throws NoPlace when the work was not begun
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

  /** Refuses all waiting work with this error. */
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

  /** @returns false when there is no place yet */
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

  /** Gives the milliseconds until `count` works may begin, as far as the rate goes. */
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
