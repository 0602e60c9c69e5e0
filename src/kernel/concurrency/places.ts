import { Rate } from './rate.ts';
import { TurnQueue } from './turn-queue.ts';

export interface PlacesOptions {
  /** How much work may be under way. */
  readonly atOnce: number;
  /** How much work begins in a second, on average. Default: as much as comes. */
  readonly perSecond?: number;
  /** How many may wait for a place. */
  readonly waiting: number;
  readonly longestWaitMs: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/** There is no place, and none came free in time. */
export class NoPlace extends Error {
  /** In how many seconds another try makes sense: 1 or more. */
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('there is no place');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface Waiter {
  readonly origin: string;
  begin(): void;
  refuse(error: Error): void;
}

/**
 * Places for work that is limited in number, in rate, and in how much of it waits. Waiting work of different
 * origins takes turns; once the queue is full, the origin with the most in it makes room for others.
 */
export class Places {
  readonly #options: PlacesOptions;
  readonly #rate: Rate;
  readonly #queue = new TurnQueue<Waiter>();
  #running = 0;
  #nextPlace: NodeJS.Timeout | undefined;

  constructor(options: PlacesOptions) {
    this.#options = options;
    this.#rate = new Rate({ perSecond: options.perSecond ?? Number.POSITIVE_INFINITY, now: options.now });
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Does the work when there is a place for it.
   *
   * @param origin whoever shares a turn
   * @throws NoPlace when the work was not begun
   */
  async run<T>(origin: string, work: () => Promise<T>): Promise<T> {
    const wait = this.#enter(origin);
    if (wait) await wait;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#fillPlaces();
    }
  }

  /** Halves the rate; it grows back by itself within a minute. */
  slowDown(): void {
    this.#rate.slowDown();
  }

  /** Refuses all that waits with this error. */
  refuseWaiting(error: Error): void {
    for (let waiter = this.#queue.shift(); waiter; waiter = this.#queue.shift()) waiter.refuse(error);
  }

  /** @returns null when there is a place now */
  #enter(origin: string): Promise<void> | null {
    if (this.#queue.size === 0 && this.#take()) return null;
    const { waiting, longestWaitMs } = this.#options;
    if (this.#queue.size >= waiting) {
      const displaced = this.#queue.makeRoomFor(origin);
      if (!displaced) throw this.#noPlace();
      displaced.refuse(this.#noPlace());
    }
    return new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        origin,
        begin: () => {
          clearTimeout(tooLate);
          resolve();
        },
        refuse: (error) => {
          clearTimeout(tooLate);
          reject(error);
        },
      };
      const tooLate = setTimeout(() => {
        this.#queue.remove(origin, waiter);
        reject(this.#noPlace());
      }, longestWaitMs);
      this.#queue.push(origin, waiter);
      this.#fillPlaces();
    });
  }

  #take(): boolean {
    if (this.#running >= this.#options.atOnce || !this.#rate.take()) return false;
    this.#running += 1;
    return true;
  }

  #fillPlaces(): void {
    while (this.#queue.size > 0 && this.#take()) this.#queue.shift()?.begin();
    if (this.#queue.size === 0 || this.#running >= this.#options.atOnce || this.#nextPlace) return;
    this.#nextPlace = setTimeout(
      () => {
        this.#nextPlace = undefined;
        this.#fillPlaces();
      },
      Math.max(1, this.#rate.msUntil()),
    );
  }

  #noPlace(): NoPlace {
    return new NoPlace(Math.max(1, Math.ceil(this.#rate.msUntil(this.#queue.size + 1) / 1000)));
  }
}
