import type { Clock } from '../../kernel/clock.ts';

/** A cache whose values expire a fixed time after they were stored. */
export class TimedValues<T> {
  readonly #clock: Clock;
  readonly #ttlSeconds: number;
  readonly #values = new Map<string, { value: T; putAt: number }>();

  /** @param ttlSeconds seconds until a value expires; 0 disables the cache */
  constructor(clock: Clock, ttlSeconds: number) {
    this.#clock = clock;
    this.#ttlSeconds = ttlSeconds;
  }

  get(key: string): { value: T; ageSeconds: number } | null {
    const entry = this.#values.get(key);
    if (entry === undefined) return null;
    const ageSeconds = this.#clock.now() - entry.putAt;
    return ageSeconds >= 0 && ageSeconds < this.#ttlSeconds ? { value: entry.value, ageSeconds } : null;
  }

  put(key: string, value: T): void {
    this.#values.set(key, { value, putAt: this.#clock.now() });
  }
}
