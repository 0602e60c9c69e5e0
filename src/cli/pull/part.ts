import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';

/**
 * An unfinished file with the hash of its content. After a failed `append` the file may have bytes that the
 * hash does not cover: open the file again.
 */
export interface Part extends AsyncDisposable {
  /** The number of bytes that were written and hashed. */
  readonly length: number;
  /**
   * The ETag or date that the host sent with the bytes of this file. An answer with another ETag or date
   * cannot continue the file.
   */
  readonly name: string | null;
  append(bytes: Uint8Array): Promise<void>;
  rename(name: string | null): Promise<void>;
  clear(): Promise<void>;
  /** Gives the SHA-256 of the bytes so far, in hex; costs nothing. */
  hash(): string;
  /** Writes the bytes to the disk; resolves when they are there. */
  sync(): Promise<void>;
}

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

/** Opens an unfinished file, and hashes the bytes that an earlier run left in it. */
export async function openPart(path: string): Promise<Part> {
  const handle = await open(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY);
  let hash = createHash('sha256');
  let length = (await stat(path)).size;
  let name = await readFile(`${path}.etag`, 'utf8').catch(() => null);
  if (length > 0) {
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 }))
      hash.update(piece as Buffer);
  }
  const part: Part = {
    get length() {
      return length;
    },
    get name() {
      return name;
    },
    async append(bytes) {
      for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
      hash.update(bytes);
      length += bytes.length;
    },
    async rename(next) {
      if (next === name) return;
      name = next;
      if (next === null) await rm(`${path}.etag`, { force: true });
      else await writeFile(`${path}.etag`, next);
    },
    async clear() {
      await handle.truncate(0);
      hash = createHash('sha256');
      length = 0;
      await part.rename(null);
    },
    hash: () => hash.copy().digest('hex'),
    sync: () => handle.sync(),
    [Symbol.asyncDispose]: () => handle.close(),
  };
  return part;
}
