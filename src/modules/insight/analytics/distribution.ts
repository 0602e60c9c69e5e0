import { percentageOf, roundHalfEven } from './rounding.ts';

/** How often each value was counted. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(value: string, count = 1): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
  }

  /** Adds what was counted after this: of equally frequent values, those of this tally come first. */
  merge(others: Tally): void {
    for (const [value, count] of others.#counts) this.add(value, count);
  }

  /** The values with their counts, most frequent first, equally frequent ones as first seen. */
  ranked(): [value: string, count: number][] {
    return [...this.#counts].sort(([, a], [, b]) => b - a);
  }
}

/** In percent of `whole`, to two places. */
export function share(count: number, whole: number): number {
  return roundHalfEven(percentageOf(count, whole), 2);
}
