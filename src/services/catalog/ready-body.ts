import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import { contentHash } from '../../registry/records/hash.ts';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/**
 * One compression of this process at a time: all categories of a starting service at once would take its
 * memory and all threads of the pool.
 */
const oneAtATime = pLimit(1);

/** Below this, a compressed body saves less than its header costs. In bytes. */
const worthCompressing = 256;

/**
 * Of 11. Level 9 makes bodies smaller by 3 %, for 33 MB of memory instead of 1 and four times the time after
 * each apply.
 */
const brotliQuality = 5;

/** A response body that needs no more work: bytes, hash, compressed forms. */
export interface ReadyBody {
  readonly identity: Buffer;
  /** SHA-256 (hex) of `identity`: the same wherever the same content is served. */
  readonly etag: string;
  /** Null until made. Asking for it is what has it made, off the event loop, once. */
  readonly gzip: Buffer | null;
  readonly brotli: Buffer | null;
}

/** Makes the body of a text. */
export function readyBody(text: string): CompressingBody {
  return new CompressingBody(Buffer.from(text));
}

export class CompressingBody implements ReadyBody {
  readonly identity: Buffer;
  readonly etag: string;
  #compressed: Promise<void> | undefined;
  #gzip: Buffer | null = null;
  #brotli: Buffer | null = null;

  /** @param etag the hash of `identity`, where it is known */
  constructor(identity: Buffer, etag: string = contentHash(identity)) {
    this.identity = identity;
    this.etag = etag;
  }

  get gzip(): Buffer | null {
    if (this.#gzip === null) void this.compress();
    return this.#gzip;
  }

  get brotli(): Buffer | null {
    if (this.#brotli === null) void this.compress();
    return this.#brotli;
  }

  /** Resolves when both compressed forms are there, or turned out not to be worth having. */
  compress(): Promise<void> {
    // What cannot be compressed is served as it is.
    this.#compressed ??= this.#compress().catch(() => {});
    return this.#compressed;
  }

  async #compress(): Promise<void> {
    const { identity } = this;
    if (identity.length < worthCompressing) return;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    };
    const zipped = await oneAtATime(() => gzipAsync(identity, { level: 9 }));
    if (zipped.length < identity.length) this.#gzip = zipped;
    const brotli = await oneAtATime(() => brotliAsync(identity, { params }));
    if (brotli.length < identity.length) this.#brotli = brotli;
  }
}
