import { type Kysely, sql } from 'kysely';
import { OutageError } from '../kernel/errors.ts';
import { isSerializationConflict, translateError } from './driver-errors.ts';
import type { Tables } from './tables.ts';

/** Kysely without the statements that write. */
export type ReadDb = Omit<
  Kysely<Tables>,
  'insertInto' | 'updateTable' | 'deleteFrom' | 'replaceInto' | 'mergeInto' | 'transaction' | 'schema'
>;

/**
 * A transaction that reads: a statement that writes does not compile. Modules make their stores over it, such as
 * `inboxStore(tx)`.
 */
export interface Tx {
  readonly db: ReadDb;
}

/** A transaction that writes. */
export interface WriteTx extends Tx {
  readonly db: Kysely<Tables>;
  /** The content that the transaction has written, for notifying other processes. */
  readonly notes: WriteNotes;
  /**
   * Runs `work` under a savepoint: an error from `work` undoes only the writes of `work`, and is thrown to
   * the caller. Savepoints run one at a time, or nested. When the database itself fails, the whole write
   * fails, even if that error is caught.
   */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Number of savepoints undone so far. When it has grown, rows that were read or written before may have
   * changed back.
   */
  readonly undone: number;
}

/**
 * Makes a module's store from its reading and its writing half. Over a transaction that only reads, the store
 * has no methods that write.
 */
export function storeOver<R extends object, W extends object>(
  reads: (tx: Tx) => R,
  writes: (tx: WriteTx) => W,
): { (tx: WriteTx): R & W; (tx: Tx): R } {
  return (tx: Tx | WriteTx): R & W =>
    ('savepoint' in tx ? { ...reads(tx), ...writes(tx) } : reads(tx)) as R & W;
}

/**
 * The content that a transaction has written, of the kinds that readers keep in memory. Writes that a
 * savepoint undid stay noted: readers then look for changes in vain, which is harmless.
 */
export interface WriteNotes {
  readonly categories: Set<string>;
  groups: boolean;
}

export function noNotes(): WriteNotes {
  return { categories: new Set(), groups: false };
}

export function readTx(db: Kysely<Tables>): Tx {
  return { db };
}

/**
 * Largest number of savepoints that stay open until their transaction ends. Leaving one open saves a
 * statement; more open savepoints would slow the transaction down.
 */
const mostLeftOpen = 100;

/**
 * Runs `work` over the transaction `db`.
 *
 * When the database itself fails, the whole transaction fails, even if `work` caught the error around a
 * savepoint: the savepoint's work did not cause the error, and the transaction may be gone.
 */
export async function runWriter<T>(
  db: Kysely<Tables>,
  work: (tx: WriteTx) => Promise<T>,
  notes: WriteNotes = noNotes(),
): Promise<T> {
  let fatal: unknown;
  let savepoints = 0;
  let undone = 0;
  const tx: WriteTx = {
    db,
    notes,
    get undone() {
      return undone;
    },
    savepoint: async (inner) => {
      savepoints += 1;
      const name = sql.id(`savepoint_${savepoints}`);
      try {
        await sql`savepoint ${name}`.execute(db);
        const result = await inner();
        if (savepoints > mostLeftOpen) await sql`release savepoint ${name}`.execute(db);
        return result;
      } catch (thrown) {
        const error = translateError(thrown);
        if (isFatal(error)) {
          fatal ??= error;
          throw error;
        }
        undone += 1;
        try {
          await sql`rollback to savepoint ${name}`.execute(db);
          await sql`release savepoint ${name}`.execute(db);
        } catch (stuck) {
          // The savepoint's writes could not be undone: nothing of the transaction may be kept.
          fatal ??= translateError(stuck);
          throw fatal;
        }
        throw error;
      }
    },
  };
  const result = await work(tx).catch((error: unknown) => {
    // After a fatal error every further statement fails too; the first error says why.
    throw fatal ?? error;
  });
  if (fatal !== undefined) throw fatal;
  return result;
}

/** Whether the whole transaction has failed, and not only the part under a savepoint. */
export function isFatal(error: unknown): boolean {
  return (
    isSerializationConflict(error) || (error instanceof OutageError && error.code === 'storage_unavailable')
  );
}
