/** Counts what the sequences came to: a test that never splits a batch proves nothing about splits. */
export class Tally {
  sequences = 0;
  steps = 0;
  readonly #counts = new Map<string, number>();

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  /** Most frequent first. */
  get happened(): [what: string, times: number][] {
    return [...this.#counts].sort((a, b) => b[1] - a[1]);
  }
}
