/**
 * Calls with the same key share the run that is under way ("single flight"). It may have begun before what a
 * later caller wants it to see: where that matters, use `SharedRuns`.
 */
export class SingleFlight<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  /** @returns the result of the run under way, or else of `work` */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const run = this.#underWay.get(key) ?? work().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, run);
    return run;
  }
}
