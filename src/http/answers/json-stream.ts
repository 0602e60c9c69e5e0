import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Pages } from '../../concurrency/pages.ts';
import { TimeSlice } from '../../concurrency/time-slice.ts';
import { answerReadBytes } from './json-answer.ts';
import { JsonBytes } from './json-bytes.ts';
import { jsonHeaders } from './json-headers.ts';

/** JSON that is too long to be held at once: its text in pieces, made one after the other. */
export class JsonStream {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** `[item, item …]` */
export function streamedArray(pages: Pages<unknown>): JsonStream {
  return new JsonStream(joined('[', texts(pages, JSON.stringify), () => ']'));
}

/** `{"name":value, …}`, in the order of the pages. Names are given once. */
export function streamedObject(pages: Pages<readonly [name: string, value: unknown]>): JsonStream {
  const member = ([name, value]: readonly [string, unknown]) =>
    `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  return new JsonStream(joined('{', texts(pages, member), () => '}'));
}

/**
 * An object of which one member is a long list; the others come before and behind it.
 *
 * @param behind asked for when the list is at its end
 */
export function streamedIn(
  before: object,
  list: string,
  pages: Pages<unknown>,
  behind: () => object = () => ({}),
): JsonStream {
  const members = (object: object) => JSON.stringify(object).slice(1, -1);
  const head = [members(before), `${JSON.stringify(list)}:[`].filter(Boolean).join(',');
  const tail = () => `${[']', members(behind())].filter(Boolean).join(',')}}`;
  return new JsonStream(joined(`{${head}`, texts(pages, JSON.stringify), tail));
}

/** So much is put together before it is passed on. In UTF-16 units. */
const pieceLength = 64 * 1024;
/** Answers up to this length are made before they are sent, and have an ETag like others. In UTF-16 units. */
const wholeLength = 1024 * 1024;

/**
 * Sends an answer as its client takes it: what is held of it is a page of items and a few pieces. A short one
 * is answered as any other read; a long one has no ETag, which would be known only at its end. What goes
 * wrong before the first bytes are sent is an error answer; what goes wrong later cuts the connection, so
 * that nobody takes a part for the whole.
 */
export async function answerStream(
  { logger }: { readonly logger: Logger },
  request: FastifyRequest,
  reply: FastifyReply,
  { pieces, cacheControl }: JsonStream & { readonly cacheControl: string },
): Promise<void> {
  const rest = pieces[Symbol.asyncIterator]();
  let begun = '';
  for (let next = await rest.next(); ; next = await rest.next()) {
    if (next.done) return void answerReadBytes(request, reply, JsonBytes.of(begun), cacheControl);
    begun += next.value;
    if (begun.length > wholeLength) break;
  }
  reply.headers(jsonHeaders).header('cache-control', cacheControl).hijack();
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  if (request.method === 'HEAD') {
    reply.raw.end();
    await rest.return?.();
    return;
  }
  try {
    await pipeline(
      Readable.from(followed(begun, rest), { objectMode: false, highWaterMark: pieceLength }),
      reply.raw,
    );
  } catch (error) {
    if (isDisconnect(error)) return;
    logger.error({ reqId: request.id, path: request.routeOptions.url, err: error }, 'answer cut off');
  }
}

function isDisconnect(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Ends with the iterator, and ends it when the client is gone. */
async function* followed(begun: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield* inPieces(begun);
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** A long text in parts that a connection takes one by one: what it has not taken is not encoded yet. */
function* inPieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = start + pieceLength;
    // Halves of a surrogate pair cannot be encoded one by one.
    if (isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

async function* texts<T>(pages: Pages<T>, textOf: (item: T) => string): AsyncGenerator<string> {
  for await (const page of pages) for (const item of page) yield textOf(item);
}

async function* joined(
  head: string,
  items: AsyncIterable<string>,
  tail: () => string,
): AsyncGenerator<string> {
  let piece = head;
  let first = true;
  const slice = new TimeSlice();
  for await (const item of items) {
    // Items that are there already are taken without the event loop turning.
    if (slice.expired) await slice.yield();
    if (!first) piece += ',';
    first = false;
    if (item.length >= pieceLength) {
      // Joined to another text, it would be copied once more.
      if (piece !== '') yield piece;
      yield* inPieces(item);
      piece = '';
      continue;
    }
    piece += item;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece + tail();
}
