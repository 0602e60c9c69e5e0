import { readFileSync, statSync } from 'node:fs';

/**
 * Reads a text file synchronously. It is for settings, which are read before anything else runs.
 *
 * @throws Error when the file cannot be read, is no regular file, or has more than `mostBytes` bytes
 */
export function readSmallFile(path: string, mostBytes: number): string {
  const found = statSync(path);
  if (!found.isFile()) throw new Error(`${path} is no file`);
  if (found.size > mostBytes) throw new Error(`${path} has more than ${mostBytes} bytes`);
  return readFileSync(path, 'utf8');
}
