/**
 * The boundary at which a registry process can fail or end: its calls into SQLite. Tests step in there, so
 * that "every step" of an operation is complete by construction, and no product code knows of it.
 */
import Sqlite from 'better-sqlite3';

type Method = (this: Sqlite.Statement, ...parameters: unknown[]) => unknown;

const methods = ['run', 'get', 'all'] as const;
const empty = new Sqlite(':memory:');
const prototype = Object.getPrototypeOf(empty.prepare('select 1')) as Record<
  (typeof methods)[number],
  Method
>;
empty.close();

/**
 * Runs `work`; every statement that anything of this process runs meanwhile, on any connection, is shown to
 * `before` first, which may throw in its place. BEGIN, COMMIT, SAVEPOINT and PRAGMA are statements as well.
 */
export async function withStatements<T>(
  before: (statement: Sqlite.Statement) => void,
  work: () => Promise<T>,
): Promise<T> {
  const originals = methods.map((name) => [name, prototype[name]] as const);
  let ours = false;
  for (const [name, original] of originals) {
    prototype[name] = function (...parameters) {
      // What `before` itself runs is not of the operation.
      if (!ours) {
        ours = true;
        try {
          before(this);
        } finally {
          ours = false;
        }
      }
      return original.apply(this, parameters);
    };
  }
  try {
    return await work();
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
  }
}

/** The way in which a statement fails. */
export interface Fault {
  readonly name: string;
  readonly code: string;
  /** SQLite ends the transaction by itself after some errors. */
  readonly rollsBack: boolean;
  /** Whether everything after it fails as well, the rollback too. */
  readonly lasts: boolean;
}

export const faults: readonly Fault[] = [
  { name: 'a statement fails', code: 'SQLITE_IOERR_READ', rollsBack: false, lasts: false },
  {
    name: 'a statement fails and takes the transaction along',
    code: 'SQLITE_FULL',
    rollsBack: true,
    lasts: false,
  },
  { name: 'from a statement on everything fails', code: 'SQLITE_IOERR_WRITE', rollsBack: false, lasts: true },
];

export interface FaultedRun {
  /** The statement that failed; null when the operation has fewer. */
  readonly statement: string | null;
  /** The error that the operation threw; undefined when it succeeded. */
  readonly error: unknown;
}

/** Runs `work` with the `n`th statement (from 1) failing. */
export async function withFault(n: number, fault: Fault, work: () => Promise<unknown>): Promise<FaultedRun> {
  let count = 0;
  let failed: string | null = null;
  const before = (statement: Sqlite.Statement): void => {
    count += 1;
    if (count !== n && !(fault.lasts && count > n)) return;
    failed ??= statement.source;
    if (fault.rollsBack && statement.database.inTransaction) statement.database.prepare('rollback').run();
    throw new Sqlite.SqliteError('injected', fault.code);
  };
  try {
    await withStatements(before, work);
    return { statement: failed, error: undefined };
  } catch (error) {
    return { statement: failed, error };
  }
}
