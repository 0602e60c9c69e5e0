import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, createBrotliCompress, gzip } from 'node:zlib';
import pLimit from 'p-limit';

const gzipAsync = promisify(gzip);

/**
 * Limits this process to one compression at a time. Otherwise, at start, the service would compress the
 * bodies of all categories at once, which takes much memory and all threads of Node's pool.
 */
export const limitCompression = pLimit(1);

/**
 * Minimum size, in bytes, of a compressed body. For shorter bodies the header costs more than compression
 * saves.
 */
export const minCompressedBytes = 256;

/**
 * Brotli quality, from 0 to 11. With 9, bodies are 3 % smaller, but compression takes 33 MB of memory instead
 * of 1 MB, and four times as long. Bodies are compressed again after each apply.
 */
const brotliQuality = 5;

/** A response body with its hash and its compressed forms. */
export interface ReadyBody {
  readonly identity: Buffer;
  /** SHA-256 (hex) of `identity`. It is equal at all instances that serve the same content. */
  readonly etag: string;
  /**
   * A quoted tag for the revision of the content, such as `"image-baselines-3"`. If it is set, responses send
   * it as a weak ETag instead of the ETags derived from the hash.
   */
  readonly revisionTag?: string | undefined;
  /**
   * The compressed forms of the body. Each form is null until it has been created. It stays null if the body
   * is short, or if the form would not be smaller than the body.
   */
  readonly gzip: Buffer | null;
  readonly brotli: Buffer | null;
}

export function createBody(text: string): CompressingBody {
  return new CompressingBody(Buffer.from(text));
}

export class CompressingBody implements ReadyBody {
  readonly identity: Buffer;
  readonly etag: string;
  readonly revisionTag: string | undefined;
  readonly #onDemand: boolean;
  #zipping: Promise<void> | undefined;
  #compressed: Promise<void> | undefined;
  #gzip: Buffer | null = null;
  #brotli: Buffer | null = null;

  /**
   * @param options.onDemand whether the first read of a missing compressed form starts the compression. If
   *   false, only `compressGzip` and `compress` start it. Default: true
   * @param options.etag the SHA-256 (hex) of `identity`, if known
   */
  constructor(
    identity: Buffer,
    {
      onDemand = true,
      revisionTag,
      etag,
    }: { readonly onDemand?: boolean; readonly revisionTag?: string; readonly etag?: string } = {},
  ) {
    this.identity = identity;
    this.revisionTag = revisionTag;
    this.etag = etag ?? hash('sha256', identity, 'hex');
    this.#onDemand = onDemand;
  }

  get gzip(): Buffer | null {
    if (this.#gzip === null) this.#start();
    return this.#gzip;
  }

  get brotli(): Buffer | null {
    if (this.#brotli === null) this.#start();
    return this.#brotli;
  }

  #start(): void {
    if (this.#onDemand) this.#compressed ??= this.compress();
  }

  /**
   * Creates the gzip form. Resolves when it exists, or when there will be none: the body is short, its gzip
   * form is not smaller, or the compression failed.
   */
  compressGzip(): Promise<void> {
    this.#zipping ??= this.#createGzip().catch(() => {});
    return this.#zipping;
  }

  /**
   * Creates the gzip form, then the Brotli form. Resolves when each of them exists or was skipped.
   * @param isWanted called before Brotli compresses each chunk of the body, since that takes long; if it
   *   returns false, the compression ends without a Brotli form
   */
  async compress(isWanted: () => boolean = () => true): Promise<void> {
    await this.compressGzip();
    if (this.identity.length < minCompressedBytes || this.#brotli !== null) return;
    const brotli = await limitCompression(() => compressBrotli(this.identity, isWanted)).catch(() => null);
    if (brotli && brotli.length < this.identity.length) this.#brotli = brotli;
  }

  async #createGzip(): Promise<void> {
    if (this.identity.length < minCompressedBytes) return;
    const compressedBody = await limitCompression(() => gzipAsync(this.identity, { level: 9 }));
    if (compressedBody.length < this.identity.length) this.#gzip = compressedBody;
  }
}

/** Number of bytes that Brotli compresses between two calls of `isWanted`. */
const brotliChunkBytes = 128 * 1024;

/** Compresses with Brotli. Returns null once `isWanted` returns false. */
async function compressBrotli(bytes: Buffer, isWanted: () => boolean): Promise<Buffer | null> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const stream = createBrotliCompress({ params });
  const compressedBody = concatStream(stream);
  compressedBody.catch(() => {});
  try {
    for (let at = 0; at < bytes.length; at += brotliChunkBytes) {
      if (!isWanted()) return null;
      await new Promise((resolve) => stream.write(bytes.subarray(at, at + brotliChunkBytes), resolve));
    }
    stream.end();
    return await compressedBody;
  } finally {
    stream.destroy();
  }
}

async function concatStream(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
