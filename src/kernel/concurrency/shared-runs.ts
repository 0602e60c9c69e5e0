/**
 * Runs a task on request, one run at a time. All calls during a run share the next run. They cannot share the
 * current one, because it may have begun before the change that caused the call.
 */
export class SharedRuns {
  readonly #task: () => Promise<void>;
  readonly #gather: (() => Promise<void>) | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /**
   * @param gather delays each run: the run begins when the promise resolves. Calls during this delay share
   *   that run
   */
  constructor(task: () => Promise<void>, gather?: () => Promise<void>) {
    this.#task = task;
    this.#gather = gather;
  }

  /**
   * Requests a run that begins after this call. Resolves when that run has ended, and rejects if it failed.
   */
  run(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined && this.#gather === undefined) return this.#start();
    this.#next = this.#startAfter(this.#running);
    return this.#next;
  }

  async #startAfter(currentRun: Promise<void> | undefined): Promise<void> {
    await currentRun?.catch(() => {});
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
 * Runs work once for all concurrent calls with the same key ("single flight"). A call may get the result of a
 * run that began before the call, so a recent change may be missing from it. If that matters, use
 * `SharedRuns`.
 */
export class SingleFlight<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const run = this.#underWay.get(key) ?? work().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, run);
    return run;
  }
}
