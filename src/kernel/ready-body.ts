import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, createBrotliCompress, gzip } from 'node:zlib';
import pLimit from 'p-limit';

const gzipAsync = promisify(gzip);

/**
 * Limits this process to one compression at a time: all categories of a starting service at once would take its
 * memory and all threads of the pool.
 */
export const oneAtATime = pLimit(1);

/** Smallest body that is compressed, in bytes: below it, compressing saves less than the header costs. */
const worthCompressing = 256;

/**
 * Brotli's quality, of 11. Level 9 makes bodies smaller by 3 %, for 33 MB of memory instead of 1 and four times the time after
 * each apply.
 */
const brotliQuality = 5;

/** A response body with its hash and compressed forms, ready to be sent. */
export interface ReadyBody {
  readonly identity: Pieces;
  /** SHA-256 (hex) of the content of `identity`: the same wherever the same content is served. */
  readonly etag: string;
  /** Null until made. The first read starts making it, off the event loop. */
  readonly gzip: Pieces | null;
  readonly brotli: Pieces | null;
}

/** Makes the body of a text. */
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

  /** @param etag the hash of `identity`, where it is known */
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

  /** Called when a reader would take a compressed form that is not there yet. */
  protected asked(): void {
    this.#compressed ??= this.compress();
  }

  /**
   * Resolves when gzip is made, or turned out not to be worth having. A body that cannot be compressed is
   * served as it is.
   */
  zipped(): Promise<void> {
    this.#zipping ??= this.#zip().catch(() => {});
    return this.#zipping;
  }

  /**
   * Resolves when gzip and brotli are there, or turned out not to be worth having.
   * @param isWanted asked while brotli is made, which takes the longer the larger the body is
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

/** Compresses with Brotli, piece by piece; gives null once `isWanted` gives false. */
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

/** Bytes in pieces, to be sent one behind the other. Not to be written to. */
export class Pieces {
  readonly list: readonly Buffer[];
  /** The sum of the pieces, in bytes. */
  readonly length: number;

  constructor(list: readonly Buffer[]) {
    this.list = list;
    this.length = list.reduce((length, piece) => length + piece.length, 0);
  }

  static of(...list: readonly Buffer[]): Pieces {
    return new Pieces(list);
  }

  /** Gives the bytes in one buffer: a copy, unless there is only one piece. */
  joined(): Buffer {
    return this.list.length === 1 ? this.list[0]! : Buffer.concat(this.list, this.length);
  }

  toString(): string {
    return this.joined().toString();
  }
}
