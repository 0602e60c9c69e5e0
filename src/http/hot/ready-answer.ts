import type { ReadyBody } from '../../services/catalog/ready-body.ts';
import { knownEtag, type Representation, representationOf } from '../answers/representation.ts';
import { json, recordCaching } from '../answers/send.ts';

/** The answer to a hot read, with its headers made once. */
export interface ReadyAnswer {
  readonly status: 200 | 304;
  /** Header lines, each with its CRLF; `Age`, `Date` and what is said of the connection come in addition. */
  readonly headerLines: string;
  /** Null with a 304. */
  readonly bytes: Buffer | null;
}

/** Picks the representation and compares the condition, as `sendReady` does for the routes. */
export type FindReadyAnswer = (
  body: ReadyBody,
  acceptEncoding: string | undefined,
  ifNoneMatch: string | undefined,
) => ReadyAnswer;

/** @param cors whether answers depend on the `Origin` of the request; those given here are to requests without one */
export function createReadyAnswers({ cors }: { cors: boolean }): FindReadyAnswer {
  const sharedLines = `cache-control: ${recordCaching}\r\nvary: ${cors ? 'Origin, ' : ''}Accept-Encoding\r\n`;
  const made = new WeakMap<Representation, { found: ReadyAnswer; unchanged: ReadyAnswer }>();

  const unchanged = (etag: string): ReadyAnswer => ({
    status: 304,
    headerLines: `${sharedLines}etag: ${etag}\r\n`,
    bytes: null,
  });

  const answersOf = (representation: Representation) => {
    const known = made.get(representation);
    if (known) return known;
    const { bytes, encoding, etag } = representation;
    let headerLines = `${sharedLines}etag: ${etag}\r\ncontent-type: ${json}\r\n`;
    if (encoding !== 'identity') headerLines += `content-encoding: ${encoding}\r\n`;
    headerLines += `content-length: ${bytes.length}\r\n`;
    const answers = { found: { status: 200, headerLines, bytes } as const, unchanged: unchanged(etag) };
    made.set(representation, answers);
    return answers;
  };

  return (body, acceptEncoding, ifNoneMatch) => {
    const representation = representationOf(body, acceptEncoding);
    const known = knownEtag(ifNoneMatch, body, representation);
    if (known === null) return answersOf(representation).found;
    return known === representation.etag ? answersOf(representation).unchanged : unchanged(known);
  };
}
