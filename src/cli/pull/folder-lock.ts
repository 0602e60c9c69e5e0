import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Somebody else works in the folder. */
export class FolderBusy extends Error {}

/**
 * Holds a folder for one process. The lock is the operating system's, by way of an empty SQLite file: it is gone
 * with the process, however that ends, which a file with a process number in it would not be.
 *
 * @param folder is there already
 * @throws FolderBusy
 */
export function lockFolder(folder: string): Disposable {
  const path = join(folder, 'lock');
  const database = new Database(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new FolderBusy(`Another modelref pull works in this folder (${path} is locked).`);
  }
  return { [Symbol.dispose]: () => void database.close() };
}
