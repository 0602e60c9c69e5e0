import { readFileSync, statSync } from 'node:fs';

/**
 * Reads a text file synchronously: for settings, which are read before anything runs.
 *
 * @throws Error when it cannot be read, is no file, or has more bytes
 */
export function readSmallFile(path: string, mostBytes: number): string {
  const found = statSync(path);
  if (!found.isFile()) throw new Error(`${path} is no file`);
  if (found.size > mostBytes) throw new Error(`${path} has more than ${mostBytes} bytes`);
  return readFileSync(path, 'utf8');
}
