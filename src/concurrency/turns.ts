/**
 * Runs a task one at a time. Whoever asks while it runs gets the next run, shared with all others who do: the
 * run under way may have begun before what they want it to see.
 */
export class Turns {
  readonly #task: () => Promise<void>;
  readonly #gather: (() => Promise<void>) | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param gather each run begins after it, and whoever asks until then shares that run */
  constructor(task: () => Promise<void>, gather?: () => Promise<void>) {
    this.#task = task;
    this.#gather = gather;
  }

  take(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined && this.#gather === undefined) return this.#run();
    this.#next = this.#runAfter(this.#running);
    return this.#next;
  }

  async #runAfter(running: Promise<void> | undefined): Promise<void> {
    await running?.catch(() => {});
    await this.#gather?.();
    return this.#run();
  }

  #run(): Promise<void> {
    this.#next = undefined;
    const run = this.#task().finally(() => {
      if (this.#running === run) this.#running = undefined;
    });
    this.#running = run;
    return run;
  }
}
