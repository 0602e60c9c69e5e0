import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, createBrotliCompress, gzip } from 'node:zlib';
import pLimit from 'p-limit';

const gzipAsync = promisify(gzip);

/**
 * Limits this process to one compression at a time. Otherwise a starting service would compress the bodies of
 * all categories at once, which takes much memory and all threads of Node's pool.
 */
export const oneAtATime = pLimit(1);

/**
 * Length, in bytes, from which a body is compressed. A shorter body saves fewer bytes than the header costs.
 */
const worthCompressing = 256;

/**
 * Quality of Brotli, from 0 to 11. With 9, bodies are 3 % smaller, but compression takes 33 MB of memory
 * instead of 1 MB, and four times as long. Bodies are compressed again after each apply.
 */
const brotliQuality = 5;

/** A response body with its hash and its compressed forms, ready to send. */
export interface ReadyBody {
  readonly identity: Pieces;
  /**
   * SHA-256 (hex) of the content of `identity`. It is the same at every instance that serves this content.
   */
  readonly etag: string;
  /**
   * The compressed forms of the body. Each is null until it exists. It stays null for a short body, and when
   * it turns out no smaller than the body. Reading a form that does not exist yet starts a compression in the
   * background.
   */
  readonly gzip: Pieces | null;
  readonly brotli: Pieces | null;
}

export function readyBody(text: string): CompressingBody {
  return new CompressingBody(Pieces.of(Buffer.from(text)));
}

export class CompressingBody implements ReadyBody {
  readonly identity: Pieces;
  readonly etag: string;
  #zipping: Promise<void> | undefined;
  #compressed: Promise<void> | undefined;
  #gzip: Pieces | null = null;
  #brotli: Pieces | null = null;

  /** @param etag the etag of the body; by default the hash of `identity` */
  constructor(identity: Pieces, etag: string = hash('sha256', identity.joined(), 'hex')) {
    this.identity = identity;
    this.etag = etag;
  }

  get gzip(): Pieces | null {
    if (this.#gzip === null) this.asked();
    return this.#gzip;
  }

  get brotli(): Pieces | null {
    if (this.#brotli === null) this.asked();
    return this.#brotli;
  }

  /** Starts the compression. Called when somebody reads a compressed form that does not exist yet. */
  protected asked(): void {
    this.#compressed ??= this.compress();
  }

  /**
   * Makes the gzip form. Resolves when it exists, or when there will be none: the body is short, its gzip
   * form is no smaller, or the compression failed.
   */
  zipped(): Promise<void> {
    this.#zipping ??= this.#zip().catch(() => {});
    return this.#zipping;
  }

  /**
   * Makes the gzip form, then the Brotli form. Resolves when each of them exists or is left out.
   * @param isWanted called before Brotli compresses each piece of the body, since that takes long; when it
   * gives false, the compression ends without a Brotli form
   */
  async compress(isWanted: () => boolean = () => true): Promise<void> {
    await this.zipped();
    if (this.identity.length < worthCompressing || this.#brotli !== null) return;
    const brotli = await oneAtATime(() => compressBrotli(this.identity, isWanted)).catch(() => null);
    if (brotli && brotli.length < this.identity.length) this.#brotli = brotli;
  }

  async #zip(): Promise<void> {
    if (this.identity.length < worthCompressing) return;
    const zipped = await this.zip();
    if (zipped.length < this.identity.length) this.#gzip = zipped;
  }

  protected async zip(): Promise<Pieces> {
    return Pieces.of(await oneAtATime(() => gzipAsync(this.identity.joined(), { level: 9 })));
  }
}

/** Compresses with Brotli, piece by piece. Gives null once `isWanted` gives false. */
async function compressBrotli(bytes: Pieces, isWanted: () => boolean): Promise<Pieces | null> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const stream = createBrotliCompress({ params });
  const compressed = collected(stream);
  compressed.catch(() => {});
  try {
    for (const piece of bytes.list) {
      if (!isWanted()) return null;
      await new Promise((resolve) => stream.write(piece, resolve));
    }
    stream.end();
    return Pieces.of(await compressed);
  } finally {
    stream.destroy();
  }
}

async function collected(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Bytes that are kept in several pieces and sent one piece after the other. The bytes must not be changed.
 */
export class Pieces {
  readonly list: readonly Buffer[];
  /** The length of all pieces together, in bytes. */
  readonly length: number;

  constructor(list: readonly Buffer[]) {
    this.list = list;
    this.length = list.reduce((length, piece) => length + piece.length, 0);
  }

  static of(...list: readonly Buffer[]): Pieces {
    return new Pieces(list);
  }

  /** Gives the bytes in one buffer. This is a copy, unless there is only one piece. */
  joined(): Buffer {
    return this.list.length === 1 ? this.list[0]! : Buffer.concat(this.list, this.length);
  }

  toString(): string {
    return this.joined().toString();
  }
}
