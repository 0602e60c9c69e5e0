/**
 * Runs a task one at a time and coalesces the calls: calls during a run share the next one, because the run
 * under way may have begun before the change that they want it to see.
 */
export class SharedRuns {
  readonly #task: () => Promise<void>;
  readonly #gather: (() => Promise<void>) | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param gather awaited before each run; calls that come until it resolves share that run */
  constructor(task: () => Promise<void>, gather?: () => Promise<void>) {
    this.#task = task;
    this.#gather = gather;
  }

  /** Resolves when a run that began after this call has ended. */
  run(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined && this.#gather === undefined) return this.#start();
    this.#next = this.#startAfter(this.#running);
    return this.#next;
  }

  async #startAfter(running: Promise<void> | undefined): Promise<void> {
    await running?.catch(() => {});
    await this.#gather?.();
    return this.#start();
  }

  #start(): Promise<void> {
    this.#next = undefined;
    const run = this.#task().finally(() => {
      if (this.#running === run) this.#running = undefined;
    });
    this.#running = run;
    return run;
  }
}

/**
 * Shares the run under way between calls with the same key ("single flight"). The run may have begun before
 * the change that a later caller wants it to see: where that matters, use `SharedRuns`.
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
