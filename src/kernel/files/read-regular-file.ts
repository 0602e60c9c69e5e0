import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { RegistryError } from '../errors.ts';
import { kindOf } from './finished-file.ts';

/**
 * The text of a regular file, read in pieces up to a limit; null where there is none. Nothing else is read,
 * not even opened for waiting: a pipe would keep its reader for ever, a device never ends.
 *
 * @param largest in bytes
 * @throws RegistryError `bad_request` when it is no regular file, larger, or cannot be read
 */
export async function readRegularFile(path: string, largest: number): Promise<string | null> {
  const { O_NONBLOCK, O_RDONLY } = constants;
  try {
    await using file = await open(path, O_RDONLY | O_NONBLOCK);
    const found = await file.stat();
    if (!found.isFile()) throw refused(path, `it is ${kindOf(found)}, not a regular file`);
    if (found.size > largest) throw refused(path, `it is larger than ${largest} bytes`);
    const pieces: Buffer[] = [];
    let bytes = 0;
    // Counted: a file may grow while it is read, and some of the kernel's say that they are empty.
    for await (const piece of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > largest) throw refused(path, `it is larger than ${largest} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces, bytes).toString('utf8');
  } catch (error) {
    if (error instanceof RegistryError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw refused(path, code === 'ENXIO' ? 'it is a socket or a device' : message, error);
  }
}

function refused(path: string, why: string, cause?: unknown): RegistryError {
  return new RegistryError('bad_request', `${path} cannot be read: ${why}.`, { cause });
}
