import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { CompressingBody, oneAtATime, Pieces } from '../../kernel/ready-body.ts';
import { memberOf, type Segment, SegmentCutter } from './segment.ts';

/** The powers x^(2^n), for n from 0, modulo the polynomial of CRC-32; the highest bit stands for x^0. */
const powers = [2 ** 30];
for (let n = 1; n < 32; n += 1) powers.push(product(powers[n - 1]!, powers[n - 1]!));

/**
 * Gives the CRC-32 of two joined pieces of bytes from the CRC-32 of each, in the same way as zlib.
 * @param secondLength length of the second piece, in bytes
 */
function joinedCrc(first: number, second: number, secondLength: number): number {
  let shift = 2 ** 31;
  // A byte has eight bits: start at the third power.
  for (let left = secondLength, n = 3; left > 0; left = Math.floor(left / 2), n += 1) {
    if (left % 2 === 1) shift = product(powers[n % 32]!, shift);
  }
  return (product(shift, first) ^ second) >>> 0;
}

function product(a: number, b: number): number {
  let sum = 0;
  for (let bit = 31; bit >= 0; bit -= 1) {
    if ((a >>> bit) & 1) sum ^= b;
    b = b & 1 ? (b >>> 1) ^ 0xedb88320 : b >>> 1;
  }
  return sum >>> 0;
}

const deflateAsync = promisify(deflateRaw);

/**
 * The body of a category: a JSON object with all records by name. Its ETag is a hash of the hashes of its
 * segments. A segment that was compressed for an earlier body is not compressed again.
 */
export class SegmentedBody extends CompressingBody {
  readonly #segments: readonly Segment[];

  constructor(segments: readonly Segment[]) {
    const bytes = segments.map((segment) => segment.bytes);
    super(new Pieces(segments.length === 0 ? [nothing] : [...bytes, end]), etagOf(segments));
    this.#segments = segments;
  }

  /**
   * Called when a compressed form is read that does not exist yet. Starts only gzip. Brotli has to compress
   * the whole body anew, so the category builder starts it once the category has not changed for a while.
   */
  protected override asked(): void {
    void this.zipped();
  }

  /**
   * Joins the compressed segments into one gzip stream. They can be joined because each ends at a whole byte,
   * and was compressed with the end of the segment before it as dictionary.
   */
  protected override async zip(): Promise<Pieces> {
    const pieces: Buffer[] = [gzipHeader];
    let crc = 0;
    let before: Segment | undefined;
    for (const segment of this.#segments) {
      const { deflated, crc: own } = await deflatedBehind(before, segment);
      pieces.push(deflated);
      crc = joinedCrc(crc, own, segment.bytes.length);
      before = segment;
    }
    const trailer = Buffer.alloc(endDeflated.length + 8);
    endDeflated.copy(trailer);
    trailer.writeUInt32LE(crc32(end, crc), endDeflated.length);
    trailer.writeUInt32LE(this.identity.length % 2 ** 32, endDeflated.length + 4);
    const zipped = new Pieces([...pieces, trailer]);
    return zipped.length <= maxJoinedBytes ? Pieces.of(zipped.joined()) : zipped;
  }
}

/** Largest gzip body, in bytes, whose pieces are copied into one buffer. Larger bodies stay in pieces. */
const maxJoinedBytes = 256 * 1024;

function etagOf(segments: readonly Segment[]): string {
  const hash = createHash('sha256');
  for (const segment of segments) hash.update(segment.hash);
  return hash.digest('hex');
}

/** Gives the ETag of a body that holds these records, each a name with its JSON text. */
export function bodyEtag(records: Iterable<readonly [name: string, text: string]>): string {
  const cutter = new SegmentCutter();
  for (const [name, text] of records) cutter.add(memberOf(0, name, text));
  return etagOf(cutter.end());
}

const nothing = Buffer.from('{}');
const end = Buffer.from('}');
/** The gzip header as zlib writes it: without a name or a time, best compression, on Unix. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3]);
const endDeflated = deflateRawSync(end);

interface Deflated {
  /** The last bytes of the segment before this one, which the compressed bytes may refer back to. */
  dictionary: Buffer | undefined;
  readonly deflated: Buffer;
  /** CRC-32 of the segment's uncompressed bytes. */
  readonly crc: number;
}

/** The distance that deflate can refer back, in bytes. */
const windowBytes = 32 * 1024;
const known = new WeakMap<Segment, Deflated>();

async function deflatedBehind(before: Segment | undefined, segment: Segment): Promise<Deflated> {
  const dictionary = before?.bytes.subarray(-windowBytes);
  const kept = known.get(segment);
  if (kept && isSame(kept.dictionary, dictionary)) {
    // Takes the present dictionary: the segment that the kept one was a slice of may be gone.
    kept.dictionary = dictionary;
    return kept;
  }
  const options = { level: 9, finishFlush: constants.Z_SYNC_FLUSH, ...(dictionary && { dictionary }) };
  const deflated = await oneAtATime(() => deflateAsync(segment.bytes, options));
  const made = { dictionary, deflated: Buffer.from(deflated), crc: crc32(segment.bytes) };
  known.set(segment, made);
  return made;
}

function isSame(a: Buffer | undefined, b: Buffer | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.buffer === b.buffer || a.equals(b);
}
