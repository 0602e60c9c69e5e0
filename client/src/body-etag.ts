import { hex, sha256 } from './hashes.ts';

/**
 * Computes the ETag of an answer with all records of a category, as the registry does. The text is cut into
 * segments: a segment ends after a record when the CRC-32 of its name, divided by 2³², is below its length
 * divided by 128 KiB. The ETag is the SHA-256 over the SHA-256 of each segment. Null for a text that is not
 * an object of records.
 */
export async function bodyEtag(text: string): Promise<string | null> {
  const encoder = new TextEncoder();
  const hashes: number[] = [];
  let start = 0;
  for (const { name, from, end, isLast } of membersOf(text)) {
    // Without the brace or the comma in front of the member.
    const bytes = encoder.encode(text.slice(from + 1, end)).length;
    if (!isLast && crc32(encoder.encode(name)) * targetBytes >= bytes * 2 ** 32) continue;
    hashes.push(...(await sha256(encoder.encode(text.slice(start, end)))));
    start = end;
  }
  return start + 1 === text.length || text === '{}' ? hex(await sha256(Uint8Array.from(hashes))) : null;
}

const targetBytes = 128 * 1024;

interface Member {
  readonly name: string;
  /** Index of the brace or comma in front of the member `name`; `end` is the index of the one behind it. */
  readonly from: number;
  readonly end: number;
  readonly isLast: boolean;
}

const marks = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;

function* membersOf(text: string): Generator<Member> {
  let depth = 0;
  let from = 0;
  let name: string | null = null;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (mark.startsWith('"')) {
      if (depth === 1) name ??= JSON.parse(mark) as string;
      continue;
    }
    const isLast = depth === 1 && mark === '}';
    if ((isLast || (depth === 1 && mark === ',')) && name !== null) {
      yield { name, from, end: index, isLast };
      [from, name] = [index, null];
    }
    if (mark === '{' || mark === '[') depth += 1;
    else if (mark !== ',') depth -= 1;
  }
}

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
