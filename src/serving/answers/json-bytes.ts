import { createHash } from 'node:crypto';

/** JSON that a handler has put together itself: stored records are not parsed to be written again. */
export class JsonBytes {
  readonly bytes: Buffer;
  #etag: string | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  static of(text: string): JsonBytes {
    return new JsonBytes(Buffer.from(text));
  }

  /** Quoted: the hash of the bytes, computed once. */
  get etag(): string {
    this.#etag ??= `"${createHash('sha256').update(this.bytes).digest('base64url')}"`;
    return this.#etag;
  }
}
