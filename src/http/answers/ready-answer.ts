import type { ReadyBody } from '../../services/catalog/ready-body.ts';
import { knownEtag, type Representation, representationOf } from './representation.ts';
import { json, recordCaching } from './send.ts';

/** The answer to a read of ready bytes, with its headers made once. */
export interface ReadyAnswer {
  readonly status: 200 | 304;
  /** Name, value, name, value …, as `writeHead` takes them. */
  readonly headers: string[];
  /** The same as lines, each with its end, as they travel. */
  readonly headerLines: string;
  /** Null with a 304. */
  readonly bytes: Buffer | null;
}

const shared = ['cache-control', recordCaching, 'vary', 'Accept-Encoding'];

const prepared = new WeakMap<Representation, { found: ReadyAnswer; unchanged: ReadyAnswer }>();

/** Picks the representation and compares the condition, as `send.ts` does for the routes. */
export function readyAnswer(
  body: ReadyBody,
  acceptEncoding: string | undefined,
  ifNoneMatch: string | undefined,
): ReadyAnswer {
  const representation = representationOf(body, acceptEncoding);
  const known = knownEtag(ifNoneMatch, body, representation);
  if (known === null) return answersOf(representation).found;
  return known === representation.etag ? answersOf(representation).unchanged : unchanged(known);
}

function answersOf(representation: Representation) {
  const ready = prepared.get(representation);
  if (ready) return ready;
  const { bytes, encoding, etag } = representation;
  const headers = [...shared, 'etag', etag, 'content-type', json];
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  headers.push('content-length', String(bytes.length));
  const made = { found: answer(200, headers, bytes), unchanged: unchanged(etag) };
  prepared.set(representation, made);
  return made;
}

function unchanged(etag: string): ReadyAnswer {
  return answer(304, [...shared, 'etag', etag], null);
}

function answer(status: 200 | 304, headers: string[], bytes: Buffer | null): ReadyAnswer {
  let headerLines = '';
  for (let i = 0; i < headers.length; i += 2) headerLines += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return { status, headers, headerLines, bytes };
}
