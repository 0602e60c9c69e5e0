import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { RegistryError } from '../errors.ts';
import { describeFileKind, writeFileAtomically } from './atomic-write.ts';

/**
 * Reads a regular file like `readRegularBytes`, and returns its content as text.
 * @throws RegistryError `bad_request` in the cases of `readRegularBytes`, and when the file is not UTF-8
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<string | null> {
  const bytes = await readRegularBytes(path, maxBytes);
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw createReadError(path, (error as Error).message, error);
  }
}

/**
 * Reads a regular file; returns null if it does not exist. Refuses every other kind of file, because reading
 * a pipe or a device may never end.
 *
 * @param maxBytes the maximum size, in bytes
 * @throws RegistryError `bad_request` when the file is not a regular file, is too large, or cannot be read
 */
export async function readRegularBytes(path: string, maxBytes: number): Promise<Buffer | null> {
  const { O_NONBLOCK, O_RDONLY } = constants;
  try {
    await using file = await open(path, O_RDONLY | O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile()) throw createReadError(path, `it is ${describeFileKind(stats)}, not a regular file`);
    if (stats.size > maxBytes) throw createReadError(path, `it is larger than ${maxBytes} bytes`);
    const pieces: Buffer[] = [];
    let bytes = 0;
    // The bytes are counted, because a file may grow while it is read, and some files of the kernel report
    // size 0.
    for await (const piece of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxBytes) throw createReadError(path, `it is larger than ${maxBytes} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces, bytes);
  } catch (error) {
    if (error instanceof RegistryError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw createReadError(path, code === 'ENXIO' ? 'it is a socket or a device' : message, error);
  }
}

function createReadError(path: string, why: string, cause?: unknown): RegistryError {
  return new RegistryError('bad_request', `${path} cannot be read: ${why}.`, { cause });
}

/** Maximum size of a secret file, in bytes. */
const maxSecretBytes = 64 * 1024;

/**
 * Reads the text of a file that holds a secret; returns null if it does not exist.
 *
 * @throws RegistryError `bad_request` when the file cannot be read
 */
export function readSecret(path: string): Promise<string | null> {
  return readRegularFile(path, maxSecretBytes);
}

/**
 * Returns the text of a file that holds a secret. If the file is missing, creates it, readable by its owner
 * only, with the text that `make` returns. When several processes do this at the same time, one creates it,
 * and all get the same text.
 *
 * @throws RegistryError `bad_request` when the file can neither be read nor created
 */
export async function readStoredSecret(path: string, make: () => string): Promise<string> {
  const existingSecret = await readSecret(path);
  if (existingSecret !== null) return existingSecret;
  let problem: unknown;
  try {
    await writeFileAtomically(path, { replace: false, protectedPaths: [], mode: 0o600 }, (file) =>
      file.writeFile(make()),
    );
  } catch (error) {
    problem = error;
  }
  // Another process may have created it.
  const createdSecret = await readSecret(path);
  if (createdSecret !== null) return createdSecret;
  const why = problem instanceof Error ? problem.message : 'it was removed at the same time';
  throw new RegistryError('bad_request', `${path} cannot be created: ${why}`, { cause: problem });
}
