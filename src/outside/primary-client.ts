import { hash } from 'node:crypto';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Dispatcher } from 'undici';
import { OutageError } from '../kernel/errors.ts';
import { isJsonObject, type JsonValue } from '../kernel/json.ts';
import type { CanonicalFormat } from '../records/categories/category.ts';
import { parseCursor } from '../records/feed-cursor.ts';
import { type FeedEvent, readFeedEvent } from '../records/feed-event.ts';
import { openHttpCalls } from './http-calls.ts';
import { BadAnswer, failureReason, openServiceCalls } from './service-calls.ts';

/** A page of the primary's feed: all events after the caller's cursor, up to the cursor `next`. */
export interface PrimaryPage {
  readonly kind: 'page';
  readonly events: readonly FeedEvent[];
  readonly next: string;
  /** The cursor after the primary's newest event. */
  readonly head: string;
}

/**
 * A stream of the primary's feed. It yields batches of events; an empty batch only shows that the primary is
 * alive. The stream ends when the primary closes the connection. It throws when the connection breaks, or
 * when the data is not a feed.
 */
export interface PrimaryStream {
  readonly kind: 'stream';
  readonly batches: AsyncIterable<readonly FeedEvent[]>;
}

/**
 * The reason why there is no page and no stream. `gone`: the primary does not know the cursor. `no feed`: the
 * primary keeps no feed.
 */
export type NoFeed = { readonly kind: 'gone' | 'no feed' };

/**
 * The primary's answer to a read of a whole category in one format. `same`: the category still has the ETag
 * that the caller sent. `none`: the primary has no such category.
 */
export type PrimaryView =
  | { readonly kind: 'text'; readonly text: string; readonly etag: string | null }
  | { readonly kind: 'same' }
  | { readonly kind: 'none' };

/**
 * Reads from the primary of a replica: another instance of this service, or the Python one that speaks the
 * same protocol. Failures throw an Error whose message may be logged. All calls are limited in time and size,
 * and end early when `signal` aborts.
 */
export interface Primary {
  /** The base URL of the primary, without a slash at its end. */
  readonly url: string;
  /**
   * Reads the page of the feed after a cursor.
   * @param since the cursor, or `head` for the end of the feed
   */
  page(since: string, signal: AbortSignal): Promise<PrimaryPage | NoFeed>;
  /**
   * Opens a stream of the events after the cursor `since`. Resolves once the first piece of data has arrived.
   */
  stream(since: string, signal: AbortSignal): Promise<PrimaryStream | NoFeed>;
  /**
   * Reads a whole category.
   * @param etag the ETag of the text that the caller already has; null when there is none
   */
  view(
    format: CanonicalFormat,
    category: string,
    etag: string | null,
    signal: AbortSignal,
  ): Promise<PrimaryView>;
  /** Asks the primary in which format it takes writes; null when its answer names none. */
  canonicalFormat(signal: AbortSignal): Promise<CanonicalFormat | null>;
}

export interface PrimaryOptions {
  /** The base URL of the API, with or without a slash at its end; `/model_references/…` is added. */
  readonly baseUrl: string;
  /** Longest time, in milliseconds, that a call, or the opening of a stream, may take. */
  readonly timeoutMs: number;
  /**
   * Longest time, in milliseconds, without data from a stream; after that the stream counts as broken.
   * Default 45,000. The registry's own streams send something every 15 seconds.
   */
  readonly silenceMs?: number;
}

/** The primary over HTTP. */
export interface PrimaryClient extends Primary {
  /** Ends the calls and streams under way. */
  close(): Promise<void>;
}

/** Largest answer that is read, in bytes; far larger than any category. */
const maxAnswerBytes = 256 * 1024 * 1024;
/**
 * Longest message of a stream, in characters. A message has one event with two records, and each record is at
 * most as long as the largest body of a write.
 */
const maxMessageChars = 32 * 1024 * 1024;
/**
 * Largest number of events that the client asks for per page. After a failure it asks for half as many; each
 * success raises the number again, up to this one.
 */
const maxPageEvents = 200;
/** Largest number of bytes that are read of an error answer, to find out why the primary gives no feed. */
const maxErrorBodyBytes = 64 * 1024;
const versions = { v2: 'v2', legacy: 'v1' } as const;

export function createPrimaryClient(options: PrimaryOptions): PrimaryClient {
  const { timeoutMs, silenceMs = 45_000 } = options;
  const { url, ask, unreadable, close } = openCalls(options, { connections: 4, maxAnswerBytes });
  // Streams have no end, so neither their size nor their duration is limited.
  const streamCalls = openHttpCalls({
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: silenceMs,
  });

  const feed = '/model_references/v2/feed';
  let limit = maxPageEvents;
  return {
    url,

    async page(since, signal) {
      const path = `${feed}?since=${encodeURIComponent(since)}&limit=${limit}`;
      try {
        const page = await ask(path, {}, signal, async (answer) =>
          answer.statusCode === 200 ? pageOf(await answer.body.json()) : whyNoFeed(answer),
        );
        limit = Math.min(maxPageEvents, limit + 10);
        return page;
      } catch (error) {
        // An answer that was too long, or too slow, would be so at every try.
        limit = Math.max(1, Math.floor(limit / 2));
        throw error;
      }
    },

    async stream(since, signal) {
      const path = `${feed}/stream?since=${encodeURIComponent(since)}`;
      const opening = new AbortController();
      const late = setTimeout(() => opening.abort(new DOMException('', 'TimeoutError')), timeoutMs);
      try {
        const answer = await streamCalls.request(`${url}${path}`, {
          headers: { accept: 'text/event-stream', ...agentName },
          signal: AbortSignal.any([signal, opening.signal]),
        });
        if (answer.statusCode !== 200) return await whyNoFeed(answer);
        if (!String(answer.headers['content-type']).startsWith('text/event-stream')) {
          await answer.body.dump();
          throw new BadAnswer('its answer is not a stream of events');
        }
        const pieces: AsyncIterator<Uint8Array> = answer.body[Symbol.asyncIterator]();
        // Waits for the first piece, which detects a proxy that buffers the whole stream.
        const first = await pieces.next();
        return { kind: 'stream', batches: batchesOf(first, pieces, (error) => unreadable(path, error)) };
      } catch (error) {
        throw unreadable(path, error);
      } finally {
        clearTimeout(late);
      }
    },

    view: (format, category, etag, signal) =>
      ask(
        `/model_references/${versions[format]}/${category}`,
        etag === null ? {} : { 'if-none-match': etag },
        signal,
        async ({ statusCode, headers, body }) => {
          if (statusCode === 200) {
            const name = headers.etag;
            const bytes = Buffer.from(await body.arrayBuffer());
            checkDigest(bytes, headers);
            return { kind: 'text', text: bytes.toString(), etag: typeof name === 'string' ? name : null };
          }
          if (statusCode === 404 && isJsonObject(await body.json())) return { kind: 'none' };
          await body.dump();
          if (statusCode === 304 && etag !== null) return { kind: 'same' };
          throw new BadAnswer(`it answered ${statusCode}`);
        },
      ),

    canonicalFormat: (signal) =>
      ask('/replicate_mode', {}, signal, async ({ statusCode, body }) => {
        const said = statusCode === 200 ? ((await body.json()) as JsonValue) : await body.dump();
        const format = isJsonObject(said) ? String(said.canonical_format).toLowerCase() : null;
        return format === 'v2' || format === 'legacy' ? format : null;
      }),

    close: async () => {
      await Promise.all([close(), streamCalls.close()]);
    },
  };
}

/** Opens connections to a primary, for calls that are limited in time and size. */
function openCalls(
  { baseUrl, timeoutMs }: PrimaryOptions,
  limits: { readonly connections: number; readonly maxAnswerBytes: number },
) {
  const url = baseUrl.replace(/\/+$/, '');
  const calls = openServiceCalls({ ...limits, timeoutMs });
  const unreadable = (path: string, error: unknown) =>
    new OutageError(
      'primary_unavailable',
      `${url}${path} cannot be read: ${failureReason(error, timeoutMs)}.`,
      { cause: error },
    );
  return {
    url,
    unreadable,
    ask: async <T>(
      path: string,
      headers: Record<string, string>,
      signal: AbortSignal,
      take: (answer: Dispatcher.ResponseData) => Promise<T>,
    ): Promise<T> => {
      try {
        const answer = await calls.request(`${url}${path}`, {
          headers: { accept: 'application/json', 'accept-encoding': 'identity', ...agentName, ...headers },
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        });
        return await take(answer);
      } catch (error) {
        throw unreadable(path, error);
      }
    },
    close: () => calls.close(),
  };
}

/**
 * Checks the bytes of an answer against its `Repr-Digest` (RFC 9530), where there is one with a SHA-256.
 * @throws BadAnswer when they differ
 */
function checkDigest(bytes: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): void {
  const given = /(?:^|,)\s*sha-256=:([\w+/]+=*):/.exec(String(headers['repr-digest'] ?? ''))?.[1];
  if (given === undefined || given === hash('sha256', bytes, 'base64')) return;
  throw new BadAnswer('its bytes are not those of its Repr-Digest');
}

const agentName = { 'user-agent': 'modelref-replica' };

/**
 * The HTTP statuses with which a service answers for a path that it does not serve. The Python service answers
 * 422 for the feed, because it takes `feed` in the path for the name of a category.
 */
const unknownPath = [404, 405, 422];

/**
 * Reads from an answer the reason why the primary gives no feed.
 * @throws BadAnswer when the answer shows no such reason
 */
async function whyNoFeed({ statusCode, body }: Dispatcher.ResponseData): Promise<NoFeed> {
  const text = await beginningOf(body, maxErrorBodyBytes);
  if (statusCode === 410) return { kind: 'gone' };
  if (unknownPath.includes(statusCode)) return { kind: 'no feed' };
  // A registry without an audit trail, or a replica, names the setting that is the reason.
  if (statusCode === 503 && /Setting: (audit\.enabled|replicate_mode)=/.test(text))
    return { kind: 'no feed' };
  throw new BadAnswer(`it answered ${statusCode}`);
}

async function beginningOf(body: Dispatcher.ResponseData['body'], bytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece as Buffer);
    length += (piece as Buffer).length;
    // Leaving the loop closes the connection.
    if (length > bytes) break;
  }
  return Buffer.concat(pieces).toString();
}

/** @throws BadAnswer when the answer is not a page of the feed */
function pageOf(answer: unknown): PrimaryPage {
  const { events, next, head } = (answer ?? {}) as Partial<Record<string, unknown>>;
  const isPage = Array.isArray(events) && isCursor(next) && isCursor(head);
  if (!isPage) throw new BadAnswer('its answer is not a page of a feed');
  return { kind: 'page', events: eventsOf(events), next, head };
}

function isCursor(value: unknown): value is string {
  return typeof value === 'string' && parseCursor(value) !== null;
}

/** @throws BadAnswer when an event is not understood, or the events are not in the order of their ids */
function eventsOf(values: readonly unknown[]): FeedEvent[] {
  let last = 0;
  return values.map((value) => {
    const event = readFeedEvent(value);
    if (!event || parseCursor(event.cursor)?.event_id !== event.event_id)
      throw new BadAnswer('an event in its feed is not understood');
    if (event.event_id <= last) throw new BadAnswer('its feed is not in the order of its events');
    last = event.event_id;
    return event;
  });
}

async function* batchesOf(
  first: IteratorResult<Uint8Array>,
  pieces: AsyncIterator<Uint8Array>,
  asError: (error: unknown) => Error,
): AsyncGenerator<readonly FeedEvent[]> {
  const reader = new EventStreamReader(maxMessageChars);
  try {
    for (let piece = first; !piece.done; piece = await pieces.next()) {
      const messages = reader.push(piece.value).filter(({ event }) => event === 'model');
      yield eventsOf(messages.map(({ data }) => JSON.parse(data) as unknown));
    }
  } catch (error) {
    throw asError(error);
  } finally {
    await pieces.return?.();
  }
}

/**
 * Splits a stream of Server-Sent Events into messages, piece by piece as the bytes come. Skips comments and
 * ids, because the data of the messages has all that the client needs.
 */
export class EventStreamReader {
  readonly #decoder = new TextDecoder();
  readonly #parser;
  #messages: EventSourceMessage[] = [];

  /** @param maxMessageChars the largest length of a message */
  constructor(maxMessageChars: number) {
    this.#parser = createParser({
      maxBufferSize: maxMessageChars,
      onEvent: (message) => this.#messages.push(message),
      onError: ({ type }) => {
        // The other errors are of fields that mean nothing here.
        if (type === 'max-buffer-size-exceeded') throw new BadAnswer('a message is too long');
      },
    });
  }

  /**
   * Takes the next piece of the stream.
   * @returns the messages that are complete with this piece
   * @throws BadAnswer when a message is longer than it may be
   */
  push(piece: Uint8Array): { event: string; data: string }[] {
    this.#messages = [];
    this.#parser.feed(this.#decoder.decode(piece, { stream: true }));
    return this.#messages.map(({ event = 'message', data }) => ({ event, data }));
  }
}
