import { hash } from 'node:crypto';
import type { ReadyBody } from '../../kernel/ready-body.ts';
import { findMatchingEtag } from './etag.ts';

type Encoding = 'identity' | 'gzip' | 'br';

/**
 * Cache of the encodings that an `Accept-Encoding` header allows, by header text. Clients send few different
 * ones; once the map is full, further headers are parsed each time.
 */
const encodingsByHeader = new Map<string, readonly Encoding[]>();
const maxCachedEncodings = 256;

/**
 * Returns the encodings that an `Accept-Encoding` header allows, best first. Among equal weights, the usually
 * smaller body comes first (br, gzip, identity). Identity is always last, even if the client excludes it,
 * because a response is better than a 406.
 */
export function listAcceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return identityOnly;
  const cachedEncodings = encodingsByHeader.get(header);
  if (cachedEncodings) return cachedEncodings;
  const parsed = parseAcceptEncoding(header);
  if (encodingsByHeader.size < maxCachedEncodings) encodingsByHeader.set(header, parsed);
  return parsed;
}

const identityOnly: readonly Encoding[] = ['identity'];

function parseAcceptEncoding(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    if (coding === '') continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const defaultWeight = weights.get('*');
  const getWeight = (encoding: Encoding) =>
    weights.get(encoding) ?? defaultWeight ?? (encoding === 'identity' ? Number.MIN_VALUE : 0);
  const compressedEncodings = (['br', 'gzip'] as const)
    .filter((encoding) => getWeight(encoding) > 0 && getWeight(encoding) >= getWeight('identity'))
    .sort((a, b) => getWeight(b) - getWeight(a));
  return [...compressedEncodings, 'identity'];
}

export interface Representation {
  readonly encoding: Encoding;
  readonly bytes: Buffer;
  /**
   * The quoted ETag. If the body has a `revisionTag`, it is the weak ETag made from that tag. Otherwise it is
   * strong, and differs between encodings, because their bytes differ.
   */
  readonly etag: string;
  /** The value of `Repr-Digest` (RFC 9530): the SHA-256 of `bytes`. */
  readonly digest: string;
}

const etagSuffix: Readonly<Record<Encoding, string>> = { identity: '', gzip: '-gzip', br: '-br' };
const encodings = Object.keys(etagSuffix) as Encoding[];

/** The cached representations of each body. They stay valid, because bodies never change. */
const representationsByBody = new WeakMap<ReadyBody, Partial<Record<Encoding, Representation>>>();

/**
 * Returns a body in the best encoding that an `Accept-Encoding` header allows. Does not compress: chooses
 * only among existing encodings.
 */
export function getRepresentation(body: ReadyBody, acceptEncoding: string | undefined): Representation {
  const representations = representationsByBody.get(body) ?? {};
  for (const encoding of listAcceptedEncodings(acceptEncoding)) {
    const cachedRepresentation = representations[encoding];
    if (cachedRepresentation !== undefined) return cachedRepresentation;
    const bytes = getBytes(body, encoding);
    if (bytes === null) continue;
    const digest = `sha-256=:${hash('sha256', bytes, 'base64')}:`;
    const etag = body.revisionTag === undefined ? createEtag(body.etag, encoding) : `W/${body.revisionTag}`;
    const representation = { encoding, bytes, etag, digest };
    representations[encoding] = representation;
    representationsByBody.set(body, representations);
    return representation;
  }
  throw new Error("no content encoding is accepted; expected at least 'identity'");
}

interface Conditional {
  readonly 'accept-encoding'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
}

/**
 * Returns the ETag in `If-None-Match` that matches the body; null if none does. The ETag may be that of any
 * encoding that the client allows, because all encodings have the same content. Without `Accept-Encoding`, all
 * encodings are allowed.
 */
export function findKnownEtag(
  body: ReadyBody,
  { etag }: Representation,
  { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch }: Conditional,
): string | null {
  if (ifNoneMatch === undefined) return null;
  if (ifNoneMatch === etag) return etag;
  if (body.revisionTag !== undefined)
    return findMatchingEtag(ifNoneMatch, [body.revisionTag]) === null ? null : etag;
  const acceptableEncodings =
    acceptEncoding === undefined ? encodings : listAcceptedEncodings(acceptEncoding);
  return findMatchingEtag(ifNoneMatch, [
    etag,
    ...acceptableEncodings.map((encoding) => createEtag(body.etag, encoding)),
  ]);
}

/** Returns the ETags of a body that `If-Match` may contain. */
export function listBodyEtags({ etag, revisionTag }: ReadyBody): string[] {
  return revisionTag === undefined ? listEtags(etag) : [revisionTag];
}

/**
 * Returns the ETags of a body in all encodings, derived from its hash. The tag of the uncompressed bytes
 * comes first.
 */
export function listEtags(hash: string): string[] {
  return encodings.map((encoding) => createEtag(hash, encoding));
}

function getBytes(body: ReadyBody, encoding: Encoding): Buffer | null {
  if (encoding === 'br') return body.brotli;
  return encoding === 'gzip' ? body.gzip : body.identity;
}

function createEtag(hash: string, encoding: Encoding): string {
  return `"${hash}${etagSuffix[encoding]}"`;
}
