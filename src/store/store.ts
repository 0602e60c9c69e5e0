import { SingleFlight } from '../kernel/concurrency/shared-runs.ts';
import { type Deadline, withTimeout } from '../kernel/deadline.ts';
import { createReadOnlyError, OutageError } from '../kernel/errors.ts';
import { translateError } from './driver-errors.ts';
import type { Tx, WriteTx } from './tx.ts';

/**
 * The only access to the data, in SQLite or PostgreSQL. Modules write their own SQL for its transactions, in
 * the dialect common to both databases.
 *
 * Almost all writes go through `write`, which runs one at a time. Each is one transaction, and is durable
 * when its promise resolves. `writeBeside` is for short writes that need not queue.
 */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres';
  /**
   * False in three cases: the server is a standby, the URL requires a standby or a read-only server, or the
   * store was opened read-only. The store then refuses every write.
   */
  readonly writable: boolean;
  /**
   * Runs `work` on one consistent state of the data, which includes every write whose promise resolved before
   * the call.
   */
  read<T>(work: (reader: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction and commits it; an error from `work` rolls everything back. `work` may run
   * again after a conflict, so it must have no side effects except through `writer`. Writes run one after
   * another; awaiting a write inside a write is a deadlock. A failed statement makes the transaction
   * unusable, unless the statement ran under a savepoint and this savepoint has ended.
   *
   * With a deadline, `work` does not begin once the deadline has expired. If it expires during the wait for
   * other writes, the reason of its signal is thrown at once. Waiting writes with a deadline share a
   * transaction, each under a savepoint. Their promises resolve when the transaction is durable.
   *
   * @throws OutageError `overloaded`, at once, when there is a deadline and too many writes are waiting
   */
  write<T>(work: (writer: WriteTx) => Promise<T>, deadline?: Deadline): Promise<T>;
  /**
   * Runs a short write, such as that of a lease, a heartbeat or a claim, without queueing behind the writes
   * of `write`. On PostgreSQL it waits only for rows that other transactions have locked. On SQLite it waits
   * for the transaction that is open. `work` must not write to the audit chain, or change content that
   * readers cache.
   */
  writeBeside<T>(work: (writer: WriteTx) => Promise<T>): Promise<T>;
  /**
   * Checks at almost no cost that the database responds. Takes at most `pingTimeoutMs`.
   *
   * @throws OutageError `storage_unavailable` when it does not respond
   */
  ping(): Promise<void>;
  /**
   * Calls `listener` within a tenth of a second after every commit, of this process or another. The listener
   * may also be called without a commit, and a failure of the database delays the call. Readers must
   * therefore also compare content versions periodically.
   */
  watch(listener: () => void): Promise<Unwatch>;
  /**
   * Resolves when the standby has become a primary. This store still refuses writes: open a new one to write.
   * Present only on a standby, and only if the URL does not require a standby or a read-only server.
   */
  promoted?(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Ends a watch; the listener is not called afterwards. */
export type Unwatch = () => Promise<void>;

/**
 * Runs a store's operations until it is closed, and translates the errors of database drivers into the
 * registry's own. Closing waits for the operations in progress.
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
   * @throws OutageError `storage_unavailable` after `close`, or when the database fails
   */
  async pass<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new OutageError('storage_unavailable', 'The database has been closed.');
    const promise = operation();
    this.#running.add(promise);
    try {
      return await promise;
    } catch (error) {
      this.#onError(error);
      throw translateError(error);
    } finally {
      this.#running.delete(promise);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#running]);
  }
}

/**
 * Timeout of the database in health checks, in milliseconds. With it, the service responds to a health check
 * within two seconds.
 */
export const pingTimeoutMs = 1_500;

/**
 * Creates the `ping` of a store. Concurrent calls share one query: otherwise, while the database hangs, each
 * probe would occupy another connection.
 *
 * @param ask resolves once the database has responded
 */
export function createPing(ask: () => Promise<unknown>): () => Promise<void> {
  const pings = new SingleFlight<boolean>();
  return async () => {
    const ping = pings.run('ping', () => ask().then(() => true));
    if (await withTimeout(pingTimeoutMs, ping)) return;
    throw new OutageError(
      'storage_unavailable',
      `The database has not answered within ${pingTimeoutMs / 1000} seconds.`,
    );
  };
}

/**
 * Creates a store that reads through the given store and refuses every write. Its `watch` never calls the
 * listener, so code that caches content must poll for changes.
 */
export function readOnlyStore(
  { dialect, read, ping, close }: Pick<Store, 'dialect' | 'read' | 'ping' | 'close'>,
  more: Pick<Store, 'promoted'> = {},
): Store {
  const refuse = async (): Promise<never> => {
    throw createReadOnlyError();
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
