import { Rate } from './rate.ts';

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

/** A queue in which those of different origins take turns; among those of one origin, first come first. */
class TurnQueue<T> {
  /** The origin whose turn it is comes first; none has an empty list. */
  readonly #byOrigin = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(origin: string, item: T): void {
    const items = this.#byOrigin.get(origin);
    if (items) items.push(item);
    else this.#byOrigin.set(origin, [item]);
    this.#size += 1;
  }

  /** Takes the next one out; its origin goes behind the others. */
  shift(): T | undefined {
    for (const [origin, items] of this.#byOrigin) {
      const item = items.shift();
      this.#byOrigin.delete(origin);
      if (items.length > 0) this.#byOrigin.set(origin, items);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  /**
   * Takes out the latest of the origin that has the most, when that is more than `origin` would have with one
   * more; so whoever fills the queue makes room for the others.
   */
  makeRoomFor(origin: string): T | undefined {
    let most = (this.#byOrigin.get(origin)?.length ?? 0) + 1;
    let greedy: string | undefined;
    for (const [each, items] of this.#byOrigin) {
      if (items.length <= most) continue;
      most = items.length;
      greedy = each;
    }
    const item = greedy === undefined ? undefined : this.#byOrigin.get(greedy)?.pop();
    if (item !== undefined) this.#size -= 1;
    return item;
  }

  remove(origin: string, item: T): void {
    const items = this.#byOrigin.get(origin);
    const index = items?.indexOf(item) ?? -1;
    if (!items || index < 0) return;
    items.splice(index, 1);
    if (items.length === 0) this.#byOrigin.delete(origin);
    this.#size -= 1;
  }
}
