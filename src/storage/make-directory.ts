import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory, and those above it, where there is none. Step by step, because `mkdirSync` with
 * `recursive` never returns where a file system refuses a new directory with "no such file", as /proc does.
 *
 * @throws the operating system's error
 */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
