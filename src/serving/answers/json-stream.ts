import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Pages } from '../../kernel/concurrency/pages.ts';
import { answerReadBytes } from './json-answer.ts';
import { JsonBytes } from './json-bytes.ts';
import { jsonHeaders } from './json-headers.ts';
import { ListText } from './list-text.ts';

/** JSON that is too long to be held at once: its text in pieces, made one after the other. */
export class JsonStream {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** `{"name":value, …}`, in the order of the pages. Names are given once. */
export function streamedObject(pages: Pages<readonly [name: string, value: unknown]>): JsonStream {
  const textOf = ([name, value]: readonly [string, unknown]) =>
    `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  return new JsonStream(new ListText({ head: '{', pages, textOf, tail: () => '}' }));
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
  const head = `{${[members(before), `${JSON.stringify(list)}:[`].filter(Boolean).join(',')}`;
  const tail = () => `${[']', members(behind())].filter(Boolean).join(',')}}`;
  return new JsonStream(new ListText({ head, pages, textOf: JSON.stringify, tail }));
}

/** Answers up to this length are made before they are sent, and have an ETag like others. In UTF-16 units. */
const wholeLength = 1024 * 1024;
/** So many bytes wait, encoded, for the connection to take them. */
const readAhead = 64 * 1024;

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
  const { whole, begun } = await beginning(rest);
  if (whole) return void answerReadBytes(request, reply, JsonBytes.of(begun.join('')), cacheControl);
  reply.headers(jsonHeaders).header('cache-control', cacheControl).hijack();
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  if (request.method === 'HEAD') {
    reply.raw.end();
    await rest.return?.();
    return;
  }
  try {
    await pipeline(
      Readable.from(followed(begun, rest), { objectMode: false, highWaterMark: readAhead }),
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

/** Not a part of its caller, which would keep the latest piece until all is sent. */
async function beginning(rest: AsyncIterator<string>): Promise<{ whole: boolean; begun: string[] }> {
  const begun: string[] = [];
  for (let length = 0; length <= wholeLength; ) {
    const { done, value } = await rest.next();
    if (done) return { whole: true, begun };
    begun.push(value);
    length += value.length;
  }
  return { whole: false, begun };
}

/** What was looked at, then the rest. Lets go of each piece that is taken. */
function followed(begun: string[], rest: AsyncIterator<string>): AsyncIterable<string> {
  const iterator: AsyncIterator<string> = {
    next: async () => {
      const value = begun.shift();
      return value === undefined ? rest.next() : { done: false, value };
    },
    return: async () => {
      begun.length = 0;
      await rest.return?.();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
