import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';

/**
 * An unfinished file, open for appending, with the hash of its content. After a failed `append` the hash may
 * not cover all bytes; the file then has to be reopened.
 */
export interface Part extends AsyncDisposable {
  readonly length: number;
  /**
   * The validator (RFC 9110) that the host sent with the content: its ETag or Last-Modified date; null when
   * unknown. A response with another validator has different content and cannot continue the file.
   */
  readonly validator: string | null;
  append(bytes: Uint8Array): Promise<void>;
  setValidator(validator: string | null): Promise<void>;
  clear(): Promise<void>;
  /** Returns the SHA-256 of the bytes so far, in hex, without reading the file again. */
  hash(): string;
  sync(): Promise<void>;
}

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

/** Opens an unfinished file and hashes the bytes that an earlier run wrote to it. */
export async function openPart(path: string): Promise<Part> {
  const handle = await open(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY);
  let hash = createHash('sha256');
  let length = (await stat(path)).size;
  let validator = await readFile(`${path}.etag`, 'utf8').catch(() => null);
  if (length > 0) {
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 }))
      hash.update(piece as Buffer);
  }
  const part: Part = {
    get length() {
      return length;
    },
    get validator() {
      return validator;
    },
    async append(bytes) {
      for (let offset = 0; offset < bytes.length; )
        offset += (await handle.write(bytes, offset)).bytesWritten;
      hash.update(bytes);
      length += bytes.length;
    },
    async setValidator(next) {
      if (next === validator) return;
      validator = next;
      await rm(`${path}.etag`, { force: true });
      // The flag `wx` refuses to write through an existing link.
      if (next !== null) await writeFile(`${path}.etag`, next, { flag: 'wx' });
    },
    async clear() {
      await handle.truncate(0);
      hash = createHash('sha256');
      length = 0;
      await part.setValidator(null);
    },
    hash: () => hash.copy().digest('hex'),
    sync: () => handle.sync(),
    [Symbol.asyncDispose]: () => handle.close(),
  };
  return part;
}
