import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Pages } from '../../kernel/concurrency/pages.ts';
import { assertMatch } from './etag.ts';
import { answerReadBytes, JsonBytes } from './json-answer.ts';
import { jsonHeaders } from './json-headers.ts';

/** JSON text of any length, produced in chunks so that it need not fit into memory. */
export class JsonStream {
  readonly pieces: AsyncGenerator<string>;

  constructor(pieces: AsyncGenerator<string>) {
    this.pieces = pieces;
  }
}

/**
 * Streams an object `{"name":value, …}` with one member per item of `pages`, in the same order. The caller
 * ensures that names are unique.
 */
export function streamObject(pages: Pages<readonly [name: string, value: unknown]>): JsonStream {
  const formatMember = ([name, value]: readonly [string, unknown]) =>
    `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  return new JsonStream(listText('{', pages, formatMember, () => '}'));
}

/**
 * Streams an object that has a long list as one member.
 *
 * @param before the members before the list
 * @param list the key of the list
 * @param pages the items of the list
 * @param behind returns the members after the list; called after the last item
 */
export function streamList(
  before: object,
  list: string,
  pages: Pages<unknown>,
  behind: () => object = () => ({}),
): JsonStream {
  const formatMembers = (object: object) => JSON.stringify(object).slice(1, -1);
  const textBefore = `{${[formatMembers(before), `${JSON.stringify(list)}:[`].filter(Boolean).join(',')}`;
  const createTextBehind = () => `${[']', formatMembers(behind())].filter(Boolean).join(',')}}`;
  return new JsonStream(listText(textBefore, pages, JSON.stringify, createTextBehind));
}

/**
 * Allows only one long response at a time to read its next page. Memory then holds the text of at most one
 * page per waiting client.
 */
const limitPageReads = pLimit(1);

async function* listText<T>(
  head: string,
  pages: Pages<T>,
  textOf: (item: T) => string,
  tail: () => string,
): AsyncGenerator<string> {
  yield head;
  const items = pages[Symbol.asyncIterator]();
  const readNextText = async () => {
    const { done, value } = await items.next();
    return done ? null : Array.from(value, (item) => textOf(item)).join();
  };
  try {
    let separator = '';
    for (
      let text = await limitPageReads(readNextText);
      text !== null;
      text = await limitPageReads(readNextText)
    ) {
      if (text === '') continue;
      yield separator + text;
      separator = ',';
    }
    yield tail();
  } finally {
    await items.return?.();
  }
}

/**
 * Maximum length, in UTF-16 units, of a short response. A short response is collected completely before it is
 * sent, so that it can have an ETag.
 */
const maxBufferedLength = 1024 * 1024;

/**
 * Sends a streamed response as fast as its client reads it. A short response is sent like any other read. A long
 * response has no ETag, because its hash would be known only at the end. A request with a tag in `If-Match` is
 * refused if the response is long. A failure before the first byte produces an error response. A later failure
 * closes the connection, so that the client notices that the response is incomplete.
 */
export async function answerStream(
  { logger }: { readonly logger: Logger },
  request: FastifyRequest,
  reply: FastifyReply,
  { pieces, cacheControl }: JsonStream & { readonly cacheControl: string },
): Promise<void> {
  let bufferedText = '';
  while (bufferedText.length <= maxBufferedLength) {
    const { done, value } = await pieces.next();
    if (done) return void answerReadBytes(request, reply, JsonBytes.of(bufferedText), cacheControl);
    bufferedText += value;
  }
  const ifMatch = request.headers['if-match'];
  if (ifMatch !== undefined && ifMatch.trim() !== '*') {
    await pieces.return(undefined);
    assertMatch(ifMatch, []);
  }
  reply.headers(jsonHeaders).header('cache-control', cacheControl).hijack();
  const { raw } = reply;
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  if (request.method === 'HEAD') {
    raw.end();
    await pieces.return(undefined);
    return;
  }
  try {
    await pipeline(prependText(bufferedText, pieces), raw);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    logger.error(
      { reqId: request.id, path: request.routeOptions.url, err: error },
      'an answer was truncated',
    );
  }
}

async function* prependText(prefix: string, textParts: AsyncGenerator<string>): AsyncGenerator<string> {
  yield prefix;
  yield* textParts;
}
