import { createHash } from 'node:crypto';

/** The bytes of a file on an emulated host: given first and last bytes with zeros between them. */
export interface Content {
  readonly size: number;
  readonly beginning: Uint8Array;
  readonly ending?: Uint8Array;
}

export function textContent(text: string): Content {
  const beginning = new TextEncoder().encode(text);
  return { size: beginning.length, beginning };
}

/** Returns a range of the content, including the byte at the range's end, in chunks of at most 64 KiB. */
export function* chunksOf(
  { size, beginning, ending }: Content,
  first: number,
  last: number,
): Generator<Uint8Array> {
  for (let at = first; at <= last; ) {
    const length = Math.min(64 * 1024, last - at + 1);
    const chunk = new Uint8Array(length);
    if (at < beginning.length) chunk.set(beginning.subarray(at, at + length));
    const endingAt = size - (ending?.length ?? 0);
    if (ending && at + length > endingAt) {
      const from = Math.max(0, at - endingAt);
      chunk.set(ending.subarray(from, at + length - endingAt), Math.max(0, endingAt - at));
    }
    yield chunk;
    at += length;
  }
}

/** The git blob id (40 hex digits) of a file with these bytes. `beginning` has to hold all of them. */
export function gitBlobId({ size, beginning }: Content): string {
  return createHash('sha1').update(`blob ${size}\0`).update(beginning).digest('hex');
}

/** The SHA-256 of the whole content, in hex. Takes long for large content, because it hashes every zero. */
export function sha256Of(content: Content): string {
  const hash = createHash('sha256');
  for (const chunk of chunksOf(content, 0, content.size - 1)) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Returns the range that a `Range` header asks for, by RFC 9110: null for the whole content, `outside` if no
 * byte of the range exists (416).
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): { first: number; last: number } | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    return Number(to) === 0 ? 'outside' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (first >= size) return 'outside';
  return last < first ? null : { first, last };
}
