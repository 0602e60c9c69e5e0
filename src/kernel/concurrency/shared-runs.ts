/**
 * Runs a task, one run at a time. All calls during a run share the next run, because the present run may have
 * begun before the change that these callers want it to see.
 */
export class SharedRuns {
  readonly #task: () => Promise<void>;
  readonly #gather: (() => Promise<void>) | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /**
   * Makes the runner of a task.
   * @param gather called and awaited before a run; calls during this wait share the run
   */
  constructor(task: () => Promise<void>, gather?: () => Promise<void>) {
    this.#task = task;
    this.#gather = gather;
  }

  /** Resolves when a run has ended that began after this call. */
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
 * Lets calls with the same key share a run ("single flight"). The run may have begun before the change that a
 * later caller wants it to see. If that matters, use `SharedRuns`.
 */
export class SingleFlight<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  /** Gives the result of the present run for this key. If there is no such run, starts one with `work`. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const run = this.#underWay.get(key) ?? work().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, run);
    return run;
  }
}
