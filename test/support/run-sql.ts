import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { sqliteFile } from '../../src/store/open.ts';

/** Runs statements on a database behind the store's back, as an operator with a shell could. */
export async function runSql(url: string, statements: string): Promise<void> {
  const file = sqliteFile(url);
  if (file !== null) {
    const database = new Sqlite(file, { timeout: 0 });
    try {
      // In one transaction, so that nothing is done twice when the lock is lost between two statements. Some
      // pragmas have no effect in a transaction.
      const run = () => database.exec(statements);
      await retryWhileLocked(/pragma/i.test(statements) ? run : database.transaction(run).immediate);
    } finally {
      database.close();
    }
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

/** Longest wait for the lock of a SQLite file, in milliseconds. */
const lockTimeoutMs = 20_000;

/**
 * Runs `work` on a SQLite connection with the timeout 0, and again as long as another connection has the lock
 * that it needs. SQLite's own wait stops the process: a transaction of a service in it would never end.
 */
export async function retryWhileLocked<T>(work: () => T): Promise<T> {
  const end = performance.now() + lockTimeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw error;
      await pause(5);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
