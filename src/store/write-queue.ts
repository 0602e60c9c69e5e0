import { yieldToEventLoop } from '../kernel/concurrency/time-slice.ts';
import type { Deadline } from '../kernel/deadline.ts';
import { OutageError } from '../kernel/errors.ts';

/** How many writes may wait, unless a setting says otherwise. */
export const longestWriteQueue = 500;

/** How many writes share a transaction at most. */
const largestGroup = 64;

/**
 * A write that waits for its turn. Whoever takes it calls `begin` before it does anything, and then one of
 * `resolve`, `reject` and `waitAlone`.
 */
export class QueuedWrite<Work> {
  readonly work: Work;
  readonly deadline: Deadline | undefined;
  readonly #answer = Promise.withResolvers<unknown>();
  readonly #giveUp: () => void;
  #state: 'waits' | 'begun' | 'answered' = 'waits';
  #shares: boolean;

  /** @param leave called when the deadline ends while the write waits */
  constructor(work: Work, deadline: Deadline | undefined, leave: (write: QueuedWrite<Work>) => void) {
    this.work = work;
    this.deadline = deadline;
    this.#shares = deadline !== undefined;
    this.#giveUp = () => {
      if (this.#state !== 'waits') return;
      leave(this);
      this.reject(deadline?.signal.reason);
    };
    deadline?.signal.addEventListener('abort', this.#giveUp);
  }

  get answer(): Promise<unknown> {
    return this.#answer.promise;
  }

  get answered(): boolean {
    return this.#state === 'answered';
  }

  /** Whether it may be in one transaction with others. */
  get shares(): boolean {
    return this.#shares;
  }

  /** From here on the deadline answers no more. False when it has: there is nothing to do. */
  begin(): boolean {
    if (this.answered) return false;
    this.#state = 'begun';
    return true;
  }

  /** Nothing of it was stored: it waits once more, for a transaction of its own. */
  waitAlone(): void {
    if (this.answered) return;
    this.#state = 'waits';
    this.#shares = false;
    if (this.deadline?.signal.aborted) this.#giveUp();
  }

  resolve(value: unknown): void {
    this.#end();
    this.#answer.resolve(value);
  }

  reject(reason: unknown): void {
    this.#end();
    this.#answer.reject(reason);
  }

  #end(): void {
    this.#state = 'answered';
    this.deadline?.signal.removeEventListener('abort', this.#giveUp);
  }
}

/** Answers the writes of a group, but for those that it gives back: they wait once more. Does not throw. */
export type WriteTogether<Work> = (
  group: readonly QueuedWrite<Work>[],
) => Promise<readonly QueuedWrite<Work>[]>;

/**
 * The writes of this process, in the order in which they came. One transaction at a time; those that wait for it
 * with a deadline, as requests do, share the next one. The others are large or wait for nobody: alone.
 */
export class WriteQueue<Work> {
  readonly #longest: number;
  readonly #together: WriteTogether<Work>;
  #waiting: QueuedWrite<Work>[] = [];
  #writing = false;
  #gathering = false;

  /** @param longest how many may wait before those with a deadline are refused */
  constructor(longest: number, together: WriteTogether<Work>) {
    this.#longest = longest;
    this.#together = together;
  }

  /**
   * Resolves or rejects when the write is answered. Once the deadline is over it is not begun: its place is given
   * up at once.
   * @throws OutageError `overloaded` when too many wait; the reason of the deadline's signal
   */
  async run(work: Work, deadline?: Deadline): Promise<unknown> {
    deadline?.signal.throwIfAborted();
    // Of those that are gathered, one does not wait for others.
    const waiting = this.#waiting.length - (this.#gathering ? 1 : 0);
    if (deadline && this.#writing && waiting >= this.#longest) {
      throw new OutageError(
        'overloaded',
        `Nothing was written: ${waiting} writes wait for the database already. Try again later.`,
        { headers: { 'retry-after': '2' } },
      );
    }
    const write = new QueuedWrite(work, deadline, (left) => {
      this.#waiting = this.#waiting.filter((each) => each !== left);
    });
    this.#waiting.push(write);
    if (!this.#writing) void this.#writeAll();
    return write.answer;
  }

  async #writeAll(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      this.#gathering = true;
      // Requests that have arrived by now come along; and reads have their turn between two transactions, in
      // which nothing waits on SQLite.
      await yieldToEventLoop();
      this.#gathering = false;
      const group = this.#take();
      const again = group.length > 0 ? await this.#together(group) : [];
      this.#waiting.unshift(...again);
    }
    this.#writing = false;
  }

  #take(): QueuedWrite<Work>[] {
    const alone = this.#waiting.findIndex(({ shares }) => !shares);
    const mayShare = alone === -1 ? this.#waiting.length : alone;
    return this.#waiting.splice(0, Math.min(Math.max(mayShare, 1), largestGroup));
  }
}
