import type { Pieces } from '../../../kernel/pieces.ts';
import type { ReadyBody } from '../../../kernel/ready-body.ts';
import { jsonHeaders } from '../../../serving/answers/json-headers.ts';
import { knownEtag, type Representation, representationOf } from '../../../serving/answers/representation.ts';

/** The answer to a hot read, with its headers made once. */
export interface ReadyAnswer {
  readonly status: 200 | 304;
  /** Header lines, each with its CRLF; `Age`, `Date` and what is said of the connection come in addition. */
  readonly headerLines: string;
  /** Null with a 304. */
  readonly bytes: Pieces | null;
}

/** Picks the representation and compares the condition, as `sendReady` does for the routes. */
export type FindReadyAnswer = (
  body: ReadyBody,
  acceptEncoding: string | undefined,
  ifNoneMatch: string | undefined,
) => ReadyAnswer;

export interface ReadyAnswersOptions {
  /** Whether answers depend on the `Origin` of the request; those given here are to requests without one. */
  readonly cors: boolean;
  readonly cacheControl: string;
}

const jsonLines = linesOf(jsonHeaders);

export function createReadyAnswers({ cors, cacheControl }: ReadyAnswersOptions): FindReadyAnswer {
  const sharedLines = `cache-control: ${cacheControl}\r\nvary: ${cors ? 'Origin, ' : ''}Accept-Encoding\r\n`;
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
    let headerLines = `${sharedLines}etag: ${etag}\r\n${jsonLines}`;
    if (encoding !== 'identity') headerLines += `content-encoding: ${encoding}\r\n`;
    headerLines += `content-length: ${bytes.length}\r\n`;
    const answers = { found: { status: 200, headerLines, bytes } as const, unchanged: unchanged(etag) };
    made.set(representation, answers);
    return answers;
  };

  return (body, acceptEncoding, ifNoneMatch) => {
    const representation = representationOf(body, acceptEncoding);
    if (ifNoneMatch === undefined) return answersOf(representation).found;
    const conditional = { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch };
    const known = knownEtag(body, representation, conditional);
    if (known === null) return answersOf(representation).found;
    return known === representation.etag ? answersOf(representation).unchanged : unchanged(known);
  };
}

function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
