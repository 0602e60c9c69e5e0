import type { Deadline } from '../kernel/deadline.ts';
import { OutageError } from '../kernel/errors.ts';
import { translateError } from './driver-errors.ts';
import type { Tx, WriteTx } from './tx.ts';

/**
 * A database, SQLite or PostgreSQL: the only way to the data. What is read and written in its transactions, modules
 * say in SQL that both run.
 *
 * Every write goes through `write`: one transaction, one writer at a time, durable on disk before the promise
 * resolves.
 */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres';
  /**
   * Runs `work` over one consistent state of the data, which holds every write whose promise resolved before.
   */
  read<T>(work: (reader: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction and commits it; what `work` throws rolls everything back. May run `work`
   * again when the database reports a conflict, so `work` has no effects but through `writer`. Writes wait
   * for one another: one inside another would wait for itself. Once a call of `writer` has failed, only the
   * end of a savepoint around it makes the transaction usable again.
   *
   * With a deadline, `work` is not begun once that is over: the reason of its signal is thrown, also while
   * others are being waited for. Writes with a deadline that wait at the same time share a transaction, each under
   * a savepoint, and are answered when it is on the disk.
   *
   * @throws OutageError `overloaded`, at once, when there is a deadline and too many writes wait already
   */
  write<T>(work: (writer: WriteTx) => Promise<T>, deadline?: Deadline): Promise<T>;
  /**
   * The same for a short write that the audit chain does not order and no reader keeps in memory: leases,
   * heartbeats, claims. Waits for none of the writes of `write`: on PostgreSQL only for rows that others have
   * locked, on SQLite for the transaction that is open.
   */
  writeBeside<T>(work: (writer: WriteTx) => Promise<T>): Promise<T>;
  /**
   * Asks the database for next to nothing.
   * @throws OutageError `storage_unavailable` when it does not answer
   */
  ping(): Promise<void>;
  /**
   * Calls `listener` soon after every commit of any process, this one included, that readers keep something
   * of in memory. Best effort: notifications can be lost, so also compare content versions from time to
   * time.
   */
  watch(listener: (written: Written | null) => void): Promise<Unwatch>;
  /**
   * Notifies itself, as a write would: whether every open watch hears of it within so many milliseconds. Only
   * where notifications come over a connection, on PostgreSQL.
   * @throws OutageError `storage_unavailable` when it cannot be sent
   */
  hearsItself?(withinMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * What a commit has changed for readers. null: commits happened, but what they changed is unknown.
 */
export interface Written {
  /** Categories with another content version. */
  readonly categories: readonly string[];
  /** Whether aliases, families or naming schemas were written. */
  readonly groups: boolean;
}

/** Ends a watch; the listener is not called any more once it is called. */
export type Unwatch = () => Promise<void>;

/**
 * Lets operations through until it is closed, and lets the closer wait for those under way. Driver errors
 * come out translated.
 */
export class Gate {
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

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
      throw translateError(error);
    } finally {
      this.#running.delete(running);
    }
  }

  /** Refuses what comes from now on; resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#running]);
  }
}
