import { statSync } from 'node:fs';
import { OutageError } from '../kernel/errors.ts';

/**
 * Tells whether a path still leads to the file that was opened there. A connection goes on with the file that
 * it has when another one is put in its place, and what it then writes is gone after a restart.
 */
export class OpenedFile {
  readonly #path: string;
  readonly #opened: string | null;

  /** @param path of a file that is open */
  constructor(path: string) {
    this.#path = path;
    this.#opened = identityOf(path);
  }

  /**
   * Takes a few microseconds.
   * @throws OutageError `storage_unavailable` when the path leads to another file, or to none
   */
  check(): void {
    if (identityOf(this.#path) === this.#opened) return;
    throw new OutageError(
      'storage_unavailable',
      'The database file was replaced, moved or removed while the service had it open: nothing is written until the service is started again.',
    );
  }
}

/** Device and inode; null where there is no file. */
function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}
