import { type Kysely, sql } from 'kysely';
import { OutageError } from '../kernel/errors.ts';
import { isSerializationConflict, translateError } from './driver-errors.ts';
import type { Tables } from './tables.ts';

export type ReadDb = Omit<
  Kysely<Tables>,
  'insertInto' | 'updateTable' | 'deleteFrom' | 'replaceInto' | 'mergeInto' | 'transaction' | 'schema'
>;

/**
 * A read transaction: its type has no statements that write. Modules access their tables through functions of
 * it: `inboxStore(tx)` returns the inbox in this transaction.
 */
export interface Tx {
  readonly db: ReadDb;
}

export interface WriteTx extends Tx {
  readonly db: Kysely<Tables>;
  /**
   * Runs `work` under a savepoint: an error from `work` undoes only the writes of `work`, and is thrown to
   * the caller. Savepoints may be nested, but must not overlap otherwise. If the database itself fails, the
   * whole write fails, even if the caller catches that error.
   */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Number of savepoints undone so far. Code that caches rows compares this number with an earlier value. If
   * it has grown, the rows in the database may have returned to an earlier state.
   */
  readonly undone: number;
}

/**
 * Creates the function that opens a module's store on a transaction, such as `inboxStore`. The store has the
 * methods of `reads`, and also those of `writes` if the transaction can write.
 */
export function storeOver<R extends object, W extends object>(
  reads: (tx: Tx) => R,
  writes: (tx: WriteTx) => W,
): { (tx: WriteTx): R & W; (tx: Tx): R } {
  return (tx: Tx | WriteTx): R & W =>
    ('savepoint' in tx ? { ...reads(tx), ...writes(tx) } : reads(tx)) as R & W;
}

/**
 * Number of savepoints that a transaction leaves open until it ends, which saves the statement that releases
 * them. Further savepoints are released at once, because many open savepoints slow a transaction down.
 */
const maxOpenSavepoints = 100;

/**
 * Runs `work` on the transaction `db`, and returns its result.
 *
 * An error of the database itself, such as a full disk or a lost connection, fails the whole transaction,
 * because the transaction may no longer exist. This applies even if `work` caught the error of a savepoint.
 */
export async function runWriter<T>(db: Kysely<Tables>, work: (tx: WriteTx) => Promise<T>): Promise<T> {
  let fatalError: unknown;
  let savepoints = 0;
  let undoneCount = 0;
  const tx: WriteTx = {
    db,
    get undone() {
      return undoneCount;
    },
    savepoint: async (inner) => {
      savepoints += 1;
      const name = sql.id(`savepoint_${savepoints}`);
      try {
        await sql`savepoint ${name}`.execute(db);
        const result = await inner();
        if (savepoints > maxOpenSavepoints) await sql`release savepoint ${name}`.execute(db);
        return result;
      } catch (thrown) {
        const error = translateError(thrown);
        if (isFatal(error)) {
          fatalError ??= error;
          throw error;
        }
        undoneCount += 1;
        try {
          await sql`rollback to savepoint ${name}`.execute(db);
          await sql`release savepoint ${name}`.execute(db);
        } catch (rollbackError) {
          // The savepoint's writes could not be undone: nothing of the transaction may be stored.
          fatalError ??= translateError(rollbackError);
          throw fatalError;
        }
        throw error;
      }
    },
  };
  const result = await work(tx).catch((error: unknown) => {
    // After a fatal error every further statement fails too; the first error has the reason.
    throw fatalError ?? error;
  });
  if (fatalError !== undefined) throw fatalError;
  return result;
}

/** Returns whether the error fails the whole transaction, and not only the part under a savepoint. */
export function isFatal(error: unknown): boolean {
  return (
    isSerializationConflict(error) || (error instanceof OutageError && error.code === 'storage_unavailable')
  );
}
