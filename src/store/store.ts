import type { Deadline } from '../kernel/deadline.ts';
import { OutageError } from '../kernel/errors.ts';
import { translateError } from './driver-errors.ts';
import type { Tx, WriteTx } from './tx.ts';

/**
 * A database, SQLite or PostgreSQL: the only way to the data. Modules write their own SQL for its
 * transactions, in words that both databases run.
 *
 * Every write goes through `write`: one transaction, one writer at a time, durable on disk before the promise
 * resolves.
 */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres';
  /** False on a standby, and where the URL asks for a server to read from: every write is refused. */
  readonly writable: boolean;
  /**
   * Runs `work` over one consistent state of the data, which holds every write whose promise resolved before.
   */
  read<T>(work: (reader: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction and commits it; an error from `work` rolls everything back. May run `work`
   * again when the database reports a conflict, so `work` has no effects but through `writer`. Writes wait
   * for one another: one inside another would wait for itself. Once a call of `writer` has failed, only the
   * end of a savepoint around it makes the transaction usable again.
   *
   * With a deadline, `work` is not begun once that is over: the reason of its signal is thrown, also during
   * the wait for other writes. Writes with a deadline that wait at the same time share a transaction, each
   * under a savepoint, and are answered when it is on the disk.
   *
   *
   * @throws OutageError `overloaded`, at once, when there is a deadline and too many writes wait already
   */
  write<T>(work: (writer: WriteTx) => Promise<T>, deadline?: Deadline): Promise<T>;
  /**
   * Runs a short write that the audit chain does not order and no reader keeps in memory: leases, heartbeats,
   * claims. Does not wait for writes of `write`: on PostgreSQL only for rows that others have locked, on
   * SQLite for the open transaction.
   */
  writeBeside<T>(work: (writer: WriteTx) => Promise<T>): Promise<T>;
  /**
   * Checks that the database answers, at next to no cost. Never takes longer than `signOfLifeMs`.
   *
   * @throws OutageError `storage_unavailable` when it does not answer
   */
  ping(): Promise<void>;
  /**
   * Calls `listener` soon after every commit of any process, this one included, that changes something
   * readers keep in memory. Best effort: notifications can be lost, so also compare content versions from
   * time to time.
   */
  watch(listener: (written: Written | null) => void): Promise<Unwatch>;
  /**
   * Sends a notification to itself, as a write would, and tells whether every open watch receives it within
   * `withinMs`. Only on PostgreSQL, where notifications come over a connection.
   *
   * @throws OutageError `storage_unavailable` when it cannot be sent
   */
  hearsItself?(withinMs: number): Promise<boolean>;
  /**
   * Resolves when the standby has become a primary. This store still refuses writes: open a new one to write.
   * Present only on a standby, and where the URL does not ask for a server to read from.
   */
  promoted?(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * The content that a commit has changed for readers. null: commits happened, but what they changed is
 * unknown.
 */
export interface Written {
  /** The categories whose content version changed. */
  readonly categories: readonly string[];
  /** Whether aliases, families or naming schemas were written. */
  readonly groups: boolean;
}

/** Ends a watch; the listener is not called any more afterwards. */
export type Unwatch = () => Promise<void>;

/**
 * Lets operations through until it is closed; closing waits for those under way. Translates drivers' errors.
 */
export class Gate {
  readonly #running = new Set<Promise<unknown>>();
  readonly #onError: (error: unknown) => void;
  #closed = false;

  /** @param onError told of the errors of operations, as drivers have them */
  constructor(onError: (error: unknown) => void = () => {}) {
    this.#onError = onError;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** @throws OutageError `storage_unavailable` once closed, and when the database cannot do its work. */
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

  /** Refuses further operations; resolves when none runs any more. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#running]);
  }
}
