import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { RegistryError } from '../errors.ts';

/**
 * Makes a directory, and those above it, where there is none. Step by step, because `mkdirSync` with
 * `recursive` never returns where a file system refuses a new directory with "no such file", as /proc does.
 *
 * @throws RegistryError `bad_request` for a name that SQLite uses for a file beside an existing one: it could
 * not open that as a database any more
 * @throws the operating system's error
 */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  const stem = path.replace(/-(wal|shm|journal)$/i, '');
  if (stem !== path && existsSync(stem)) {
    throw new RegistryError('bad_request', `${path} is not made: to SQLite it would belong to ${stem}.`);
  }
  makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
