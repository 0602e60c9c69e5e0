import { SingleFlight } from '../kernel/concurrency/shared-runs.ts';
import { atMost, type Deadline } from '../kernel/deadline.ts';
import { OutageError, readOnlyDatabase } from '../kernel/errors.ts';
import { translateError } from './driver-errors.ts';
import type { Tx, WriteTx } from './tx.ts';

/**
 * The only access to the data, in SQLite or PostgreSQL. Modules write their own SQL for its transactions, in
 * the dialect that both databases understand.
 *
 * Almost all writes go through `write`, which runs one at a time. Each is one transaction, and is durable on
 * disk when its promise resolves. `writeBeside` is for short writes that need not queue.
 */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres';
  /**
   * False on a standby, or if the URL asks for a standby or a read-only server, or if the store was opened only
   * to read. The store then refuses every write.
   */
  readonly writable: boolean;
  /**
   * Runs `work` over one consistent state of the data, which includes every write whose promise resolved
   * before the call.
   */
  read<T>(work: (reader: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction and commits it; an error from `work` rolls everything back. `work` may run
   * again when the database reports a conflict, so its only effects may be those through `writer`. Writes run
   * one after the other; a write that is started inside a write never begins. After a failed statement the
   * transaction is usable only if the statement ran under a savepoint, and only once that savepoint has
   * ended.
   *
   * With a deadline, `work` does not begin once the deadline has passed. If the deadline passes during the
   * wait for other writes, the reason of its signal is thrown at once. Writes with a deadline that wait at
   * the same time share a transaction, each under a savepoint. Their promises resolve when the transaction is
   * on the disk.
   *
   * @throws OutageError `overloaded`, at once, when there is a deadline and too many writes wait already
   */
  write<T>(work: (writer: WriteTx) => Promise<T>, deadline?: Deadline): Promise<T>;
  /**
   * Runs a short write, such as that of a lease, a heartbeat or a claim, without queueing behind the writes
   * of `write`. On PostgreSQL it waits only for rows that other transactions have locked, on SQLite for the
   * open transaction. `work` must not write to the audit chain, or change content that readers keep in
   * memory.
   */
  writeBeside<T>(work: (writer: WriteTx) => Promise<T>): Promise<T>;
  /**
   * Checks that the database answers, at next to no cost. Never takes longer than `pingTimeoutMs`.
   *
   * @throws OutageError `storage_unavailable` when it does not answer
   */
  ping(): Promise<void>;
  /**
   * Calls `listener` within a tenth of a second after every commit, of this process or another. It may be
   * called without a commit, and a failure of the database delays the call, so readers also have to compare
   * content versions from time to time.
   */
  watch(listener: () => void): Promise<Unwatch>;
  /**
   * Resolves when the standby has become a primary. This store still refuses writes: open a new one to write.
   * Present only on a standby, and only if the URL does not ask for a standby or a read-only server.
   */
  promoted?(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Ends a watch; the listener is not called afterwards. */
export type Unwatch = () => Promise<void>;

/**
 * Runs a store's operations until it is closed, and translates the errors of database drivers into the
 * registry's own. Closing waits for the operations that still run.
 */
export class Gate {
  readonly #running = new Set<Promise<unknown>>();
  readonly #onError: (error: unknown) => void;
  #closed = false;

  /** @param onError receives the errors of operations before they are translated */
  constructor(onError: (error: unknown) => void = () => {}) {
    this.#onError = onError;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Runs an operation.
   *
   * @throws OutageError `storage_unavailable` after `close`, or when the database cannot do its work
   */
  async pass<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new OutageError('storage_unavailable', 'The database has been closed.');
    const running = operation();
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      this.#onError(error);
      throw translateError(error);
    } finally {
      this.#running.delete(running);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#running]);
  }
}

/**
 * Longest wait for an answer of the database when the service's health is asked for, in milliseconds. With
 * it, the service answers such a request within two seconds.
 */
export const pingTimeoutMs = 1_500;

/**
 * Makes the `ping` of a store. Concurrent calls share one query: otherwise, while the database hangs, each
 * probe would take another connection.
 *
 * @param ask resolves once the database has answered
 */
export function createPing(ask: () => Promise<unknown>): () => Promise<void> {
  const questions = new SingleFlight<boolean>();
  return async () => {
    const question = questions.run('ping', () => ask().then(() => true));
    if (await atMost(pingTimeoutMs, question)) return;
    throw new OutageError(
      'storage_unavailable',
      `The database has not answered within ${pingTimeoutMs / 1000} seconds.`,
    );
  };
}

/**
 * Creates a store that reads through the given store and refuses every write. Its `watch` never calls the
 * listener, so code that caches content has to poll for changes.
 */
export function readOnlyStore(
  { dialect, read, ping, close }: Pick<Store, 'dialect' | 'read' | 'ping' | 'close'>,
  more: Pick<Store, 'promoted'> = {},
): Store {
  const refuse = async (): Promise<never> => {
    throw readOnlyDatabase();
  };
  return {
    dialect,
    writable: false,
    read,
    ping,
    close,
    write: refuse,
    writeBeside: refuse,
    watch: async () => async () => {},
    ...more,
  };
}
