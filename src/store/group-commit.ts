import type { Kysely } from 'kysely';
import { yieldToEventLoop } from '../kernel/concurrency/time-slice.ts';
import type { Deadline } from '../kernel/deadline.ts';
import { OutageError } from '../kernel/errors.ts';
import { translateError } from './driver-errors.ts';
import type { Tables } from './tables.ts';
import { isFatal, runWriter, type WriteTx } from './tx.ts';

type Work = (writer: WriteTx) => Promise<unknown>;

/** The deadlines of the callers whose writes one transaction commits. */
export interface GroupDeadlines {
  /**
   * Throws when all writes of the transaction are settled, because then no caller waits for it any more. The
   * thrown value is the reason of an expired deadline.
   */
  throwIfExpired(): void;
  /**
   * Returns the milliseconds until the latest deadline of the transaction's writes; infinity if a write has
   * no deadline.
   */
  remainingMs(): number;
}

export interface QueueOptions {
  /** Maximum number of waiting writes. When it is reached, further writes with a deadline are refused. */
  longestWriteQueue?: number;
  /**
   * Time, in milliseconds, after which a shared transaction starts no further write. The remaining writes run
   * in the next transaction. No write is settled before its transaction ends, so a long transaction would
   * delay all of them.
   */
  longestGroupMs?: number;
}

/** The database as the write queue uses it. */
interface QueueDatabase {
  /**
   * Runs `work` in a transaction and commits it. If the database reports a conflict, runs and commits it
   * again.
   */
  readonly transact: (
    work: (db: Kysely<Tables>) => Promise<void>,
    deadlines: GroupDeadlines,
  ) => Promise<void>;
  /**
   * Whether a failed commit certainly stored nothing. If false, the writes may be stored although the commit
   * failed.
   */
  readonly failedCommitIsUndone: boolean;
}

/** Maximum number of writes that share a transaction. */
const maxGroupSize = 64;

/**
 * Runs the writes of this process in the order of their arrival, one transaction at a time. Waiting writes
 * with a deadline, such as those of requests, share the next transaction. A write without a deadline runs
 * alone: it is large, or nobody waits for it.
 *
 * Each write of a shared transaction has its own savepoint, and all are settled once the transaction is
 * durable. A write that throws undoes only its own statements. If the database itself failed and stored
 * nothing, each write is retried in its own transaction, so that a write that fills the disk fails alone.
 */
export class WriteQueue {
  readonly #maxWaitingWrites: number;
  readonly #longestGroupMs: number;
  readonly #database: QueueDatabase;
  #waitingWrites: QueuedWrite[] = [];
  #isWriting = false;
  #isGathering = false;

  constructor({ longestWriteQueue = 500, longestGroupMs = 200 }: QueueOptions, database: QueueDatabase) {
    this.#maxWaitingWrites = longestWriteQueue;
    this.#longestGroupMs = longestGroupMs;
    this.#database = database;
  }

  /**
   * Queues a write. Resolves with the result of `work` once it is committed, and rejects if the write fails.
   * A write whose deadline expires while it waits leaves the queue at once.
   *
   * @throws OutageError `overloaded` when too many writes are waiting; the reason of the deadline's signal
   *   when the deadline expires
   */
  async run<T>(work: (writer: WriteTx) => Promise<T>, deadline?: Deadline): Promise<T> {
    deadline?.signal.throwIfAborted();
    // While a transaction gathers its writes, the first of them is about to run, so it is not counted as
    // waiting.
    const waitingCount = this.#waitingWrites.length - (this.#isGathering ? 1 : 0);
    if (deadline && this.#isWriting && waitingCount >= this.#maxWaitingWrites) {
      throw new OutageError(
        'overloaded',
        `Nothing was written: ${waitingCount} writes already wait for the database. Try again later.`,
        { headers: { 'retry-after': '2' } },
      );
    }
    const write = new QueuedWrite(work, deadline, (expiredWrite) => {
      this.#waitingWrites = this.#waitingWrites.filter((each) => each !== expiredWrite);
    });
    this.#waitingWrites.push(write);
    if (!this.#isWriting) void this.#writeAll();
    return write.promise as Promise<T>;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waitingWrites.length > 0) {
      this.#isGathering = true;
      // Requests that have arrived by now join this transaction. Reads run between two transactions, because
      // nothing inside one yields on SQLite.
      await yieldToEventLoop();
      this.#isGathering = false;
      const group = this.#takeGroup();
      const [firstWrite] = group;
      if (group.length > 1) {
        // Not in one expression, because `#waitingWrites` may be replaced during the write.
        const unfinishedWrites = await this.#writeTogether(group);
        this.#waitingWrites.unshift(...unfinishedWrites);
      } else if (firstWrite) await this.#writeSingly(firstWrite);
    }
    this.#isWriting = false;
  }

  #takeGroup(): QueuedWrite[] {
    const exclusiveIndex = this.#waitingWrites.findIndex(({ isShareable }) => !isShareable);
    const shareableCount = exclusiveIndex === -1 ? this.#waitingWrites.length : exclusiveIndex;
    return this.#waitingWrites.splice(0, Math.min(Math.max(shareableCount, 1), maxGroupSize));
  }

  async #writeSingly(write: QueuedWrite): Promise<void> {
    try {
      let value: unknown;
      await this.#database.transact(
        async (db) => {
          write.begin();
          value = await runWriter(db, write.work);
        },
        deadlinesOf([write]),
      );
      write.resolve(value);
    } catch (error) {
      write.reject(error);
    }
  }

  /**
   * Runs the writes in one transaction, and resolves or rejects the finished ones. Returns the others, which
   * must run later.
   */
  async #writeTogether(group: readonly QueuedWrite[]): Promise<readonly QueuedWrite[]> {
    const outcomes = new Map<QueuedWrite, { readonly value: unknown } | { readonly error: unknown }>();
    const reachedSteps = { writes: false, commit: false };
    const writeInTurn = async (writer: WriteTx) => {
      const end = performance.now() + this.#longestGroupMs;
      for (const write of group) {
        if (outcomes.size > 0 && performance.now() > end) return;
        if (!write.begin()) continue;
        try {
          outcomes.set(write, { value: await writer.savepoint(() => write.work(writer)) });
        } catch (thrown) {
          const error = translateError(thrown);
          if (isFatal(error)) throw error;
          outcomes.set(write, { error });
        }
      }
    };
    try {
      await this.#database.transact(async (db) => {
        outcomes.clear();
        reachedSteps.writes = true;
        await runWriter(db, writeInTurn);
        reachedSteps.commit = true;
      }, deadlinesOf(group));
    } catch (error) {
      const mayRetry = reachedSteps.commit ? this.#database.failedCommitIsUndone : reachedSteps.writes;
      for (const write of group) {
        if (mayRetry) write.waitAlone();
        else write.reject(error);
      }
      return group.filter(({ isSettled }) => !isSettled);
    }
    for (const [write, outcome] of outcomes) {
      if ('value' in outcome) write.resolve(outcome.value);
      else write.reject(outcome.error);
    }
    return group.filter((write) => !outcomes.has(write) && !write.isSettled);
  }
}

function deadlinesOf(group: readonly QueuedWrite[]): GroupDeadlines {
  return {
    throwIfExpired: () => {
      if (group.every(({ isSettled }) => isSettled)) group[0]?.deadline?.signal.throwIfAborted();
    },
    remainingMs: () => Math.max(...group.map(({ deadline }) => deadline?.left() ?? Number.POSITIVE_INFINITY)),
  };
}

/**
 * A write in the queue. The queue calls `begin` before it runs `work`, and afterwards `resolve` or `reject`,
 * or `waitAlone` if the write must run again.
 */
class QueuedWrite {
  readonly work: Work;
  readonly deadline: Deadline | undefined;
  readonly #resolvers = Promise.withResolvers<unknown>();
  readonly #onDeadline: () => void;
  #state: 'waits' | 'begun' | 'answered' = 'waits';
  #isShareable: boolean;

  /** @param leave removes the write from the queue; called when the deadline expires while the write waits */
  constructor(work: Work, deadline: Deadline | undefined, leave: (write: QueuedWrite) => void) {
    this.work = work;
    this.deadline = deadline;
    this.#isShareable = deadline !== undefined;
    this.#onDeadline = () => {
      if (this.#state !== 'waits') return;
      leave(this);
      this.reject(deadline?.signal.reason);
    };
    deadline?.signal.addEventListener('abort', this.#onDeadline);
  }

  get promise(): Promise<unknown> {
    return this.#resolvers.promise;
  }

  get isSettled(): boolean {
    return this.#state === 'answered';
  }

  /** Whether the write may share a transaction. False without a deadline, and after `waitAlone`. */
  get isShareable(): boolean {
    return this.#isShareable;
  }

  /**
   * Marks the write as begun: from then on, its deadline cannot reject it. Returns false, and marks nothing,
   * if the write is already settled.
   */
  begin(): boolean {
    if (this.isSettled) return false;
    this.#state = 'begun';
    return true;
  }

  /** Makes the write wait for a transaction of its own, after the shared one was rolled back. */
  waitAlone(): void {
    if (this.isSettled) return;
    this.#state = 'waits';
    this.#isShareable = false;
    if (this.deadline?.signal.aborted) this.#onDeadline();
  }

  resolve(value: unknown): void {
    this.#settle();
    this.#resolvers.resolve(value);
  }

  reject(reason: unknown): void {
    this.#settle();
    this.#resolvers.reject(reason);
  }

  #settle(): void {
    this.#state = 'answered';
    this.deadline?.signal.removeEventListener('abort', this.#onDeadline);
  }
}
