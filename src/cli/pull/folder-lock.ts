import { join } from 'node:path';
import Database from 'better-sqlite3';
import { CommandFailed } from '../terminal.ts';

/**
 * Holds a folder for one process. The lock is the operating system's, by way of an empty SQLite file: it is gone
 * with the process, however that ends, which a file with a process number in it would not be.
 *
 * @param folder is there already
 * @throws CommandFailed when somebody else works in the folder
 */
export function lockFolder(folder: string): Disposable {
  const path = join(folder, 'lock');
  const database = new Database(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new CommandFailed(`Another modelref pull works in this folder (${path} is locked).`);
  }
  return { [Symbol.dispose]: () => void database.close() };
}
