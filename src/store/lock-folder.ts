import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * Locks a folder, so that only one process works in it. The operating system holds the lock, on an empty
 * SQLite file `lock` in the folder, and releases it when the process ends, even if it is killed.
 *
 * @param folder must exist
 * @returns null if another process holds the lock
 * @throws Error when the file cannot be locked
 */
export function lockFolder(folder: string): Disposable | null {
  const path = join(folder, 'lock');
  let database: Database.Database | undefined;
  try {
    database = new Database(path, { timeout: 0 });
    // A journal on disk needs space, and `--prune` must work on a full disk.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    const { code, message } = error as Error & { code?: string };
    if (code === 'SQLITE_BUSY') return null;
    throw new Error(`${path} cannot be locked: ${message}`, { cause: error });
  }
  return { [Symbol.dispose]: () => void database.close() };
}
