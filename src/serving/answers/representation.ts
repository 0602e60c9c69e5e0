import type { Pieces } from '../../kernel/pieces.ts';
import type { ReadyBody } from '../../kernel/ready-body.ts';
import { acceptedEncodings, type Encoding } from './encoding.ts';
import { matchingEtag } from './etag.ts';

/** A body as it travels in one encoding. */
export interface Representation {
  readonly encoding: Encoding;
  readonly bytes: Pieces;
  /** Quoted. Each encoding is another sequence of bytes, so each has its own strong ETag. */
  readonly etag: string;
}

const etagSuffix: Readonly<Record<Encoding, string>> = { identity: '', gzip: '-gzip', br: '-br' };
const encodings = Object.keys(etagSuffix) as Encoding[];

/** The representations of each body, made once: bodies never change. */
const made = new WeakMap<ReadyBody, Partial<Record<Encoding, Representation>>>();

/** The best that an `Accept-Encoding` header allows, among those that exist already. */
export function representationOf(body: ReadyBody, acceptEncoding: string | undefined): Representation {
  const forms = made.get(body) ?? {};
  for (const encoding of acceptedEncodings(acceptEncoding)) {
    const known = forms[encoding];
    if (known !== undefined) return known;
    const bytes = bytesOf(body, encoding);
    if (bytes === null) continue;
    const form = { encoding, bytes, etag: etagOf(body.etag, encoding) };
    forms[encoding] = form;
    made.set(body, forms);
    return form;
  }
  throw new Error('identity is always accepted');
}

/** The request headers about the encodings that a client accepts and the representation it has cached. */
interface Conditional {
  readonly 'accept-encoding'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
}

/**
 * The ETag by which the client has this content cached; null when it has not. The content is the same in
 * every encoding: a client that holds it in one that it accepts (without `Accept-Encoding`: in any) gets a
 * 304.
 */
export function knownEtag(
  body: ReadyBody,
  { etag }: Representation,
  { 'accept-encoding': accepted, 'if-none-match': ifNoneMatch }: Conditional,
): string | null {
  if (ifNoneMatch === undefined) return null;
  if (ifNoneMatch === etag) return etag;
  const usable = accepted === undefined ? encodings : acceptedEncodings(accepted);
  return matchingEtag(ifNoneMatch, [etag, ...usable.map((encoding) => etagOf(body.etag, encoding))]);
}

/** The ETags of a content in all its encodings, that of the bare bytes first. */
export function etagsOf(hash: string): string[] {
  return encodings.map((encoding) => etagOf(hash, encoding));
}

function bytesOf(body: ReadyBody, encoding: Encoding): Pieces | null {
  if (encoding === 'br') return body.brotli;
  return encoding === 'gzip' ? body.gzip : body.identity;
}

function etagOf(hash: string, encoding: Encoding): string {
  return `"${hash}${etagSuffix[encoding]}"`;
}
