import { TimeSlice } from '../concurrency/time-slice.ts';
import type { Deadline } from '../registry/deadline.ts';
import { RegistryError } from '../registry/errors.ts';

/** How many writes may wait, unless a setting says otherwise. */
export const longestWriteQueue = 500;

/** How long writes may follow each other before other work has its turn, in milliseconds. */
const sliceMs = 20;

/** The writes of this process: one at a time, in the order in which they came. */
export class WriteQueue {
  readonly #longest: number;
  readonly #waiting = new Set<PromiseWithResolvers<void>>();
  readonly #slice = new TimeSlice(sliceMs);
  #busy = false;

  /** @param longest how many may wait before those with a deadline are refused */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /**
   * Runs `work` when everything before it is done. Once the deadline is over it is not begun: its place is
   * given up at once.
   * @throws RegistryError `overloaded` when too many wait; the reason of the deadline's signal
   */
  async run<T>(work: () => Promise<T>, deadline?: Deadline): Promise<T> {
    await this.#turn(deadline);
    try {
      deadline?.signal.throwIfAborted();
      return await work();
    } finally {
      await this.#next();
    }
  }

  async #turn(deadline: Deadline | undefined): Promise<void> {
    deadline?.signal.throwIfAborted();
    if (!this.#busy) {
      this.#busy = true;
      this.#slice.restart();
      return;
    }
    if (deadline && this.#waiting.size >= this.#longest) {
      throw new RegistryError(
        'overloaded',
        `Nothing was written: ${this.#waiting.size} writes wait for the database already. Try again later.`,
        { headers: { 'retry-after': '2' } },
      );
    }
    const turn = Promise.withResolvers<void>();
    this.#waiting.add(turn);
    const giveUp = () => {
      if (this.#waiting.delete(turn)) turn.reject(deadline?.signal.reason);
    };
    deadline?.signal.addEventListener('abort', giveUp);
    try {
      await turn.promise;
    } finally {
      deadline?.signal.removeEventListener('abort', giveUp);
    }
  }

  async #next(): Promise<void> {
    // Writes that follow each other would hold the event loop: on SQLite nothing in them waits.
    if (this.#waiting.size > 0 && this.#slice.expired) await this.#slice.yield();
    const [next] = this.#waiting;
    if (!next) {
      this.#busy = false;
      return;
    }
    this.#waiting.delete(next);
    next.resolve();
  }
}
