import type { Connection } from './connection.ts';
import { invalidAnswerError } from './copies.ts';
import { ApiError, isObject } from './errors.ts';
import { messagesOf } from './event-stream.ts';
import { canHash, sha256Hex } from './hashes.ts';
import type { FeedEvent } from './types.ts';

/**
 * A batch of events of the feed. `next` is the cursor from which to continue. `hasMore` is true if the
 * registry already has later events.
 */
export interface FeedBatch {
  readonly events: readonly FeedEvent[];
  readonly next: string;
  readonly hasMore: boolean;
  /** Whether the guidance of text models has changed. The registry may include guidance in their records. */
  readonly hasNewGuidance: boolean;
}

/**
 * Thrown when the server has no feed. This is the case for a server without an audit trail, for a replica,
 * and for the Python service, which is an older server with the same API.
 */
export class NoFeed extends Error {}

const path = '/model_references/v2/feed';
const pageSize = 200;

/**
 * Reads the feed of one server. Each event contains the whole new record, so that applying an event twice
 * does no harm.
 */
export class Feed {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns the cursor after the newest event. */
  async head(signal: AbortSignal): Promise<string> {
    return (await this.page('head', signal, 1)).next;
  }

  /**
   * Reads a page of the events after the cursor `since`.
   * @throws NoFeed when the server has no feed
   * @throws ApiError `gone` when the registry no longer knows the cursor
   */
  async page(since: string, signal: AbortSignal, limit = pageSize): Promise<FeedBatch> {
    const address = `${path}?since=${encodeURIComponent(since)}&limit=${limit}`;
    try {
      const body: unknown = JSON.parse((await this.#connection.call('GET', address, { signal })).text);
      if (!isObject(body) || !Array.isArray(body.events) || typeof body.next !== 'string') {
        throw invalidAnswerError(address, 'the body is not a page of a feed');
      }
      const [events, hasMore] = [await checkEvents(body.events, since), body.has_more === true];
      if (hasMore && !(eventIdOf(body.next) > eventIdOf(since))) {
        throw invalidAnswerError(address, `the next page must begin after ${since}`);
      }
      const catalogueEvents = Array.isArray(body.catalogue_events) ? body.catalogue_events : [];
      return { events, next: body.next, hasMore, hasNewGuidance: catalogueEvents.some(isGuidanceEvent) };
    } catch (error) {
      throw feedError(error, address);
    }
  }

  /**
   * Yields the events after the cursor `since`, as they happen. Also yields a batch without events for each
   * keep-alive.
   *
   * @param silenceMs milliseconds without a byte after which the stream counts as broken; the server sends
   *   something every 15 s
   * @throws NoFeed and ApiError `gone` as `page` does; any other error means that the stream broke or ended
   */
  async *stream(since: string, signal: AbortSignal, silenceMs: number): AsyncGenerator<FeedBatch> {
    const address = `${path}/stream?since=${encodeURIComponent(since)}`;
    let lastCursor = since;
    const openAbort = new AbortController();
    const openTimer = setTimeout(() => openAbort.abort(new Error('the stream did not start')), silenceMs);
    const streamSignal = AbortSignal.any([signal, openAbort.signal]);
    try {
      const response = await this.#connection.open(address, { accept: 'text/event-stream' }, streamSignal);
      if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
        throw invalidAnswerError(address, 'the body is not a stream of events');
      }
      for await (const messages of messagesOf(response.body, silenceMs)) {
        clearTimeout(openTimer);
        const values = messages.filter(({ event }) => event === 'model').map(({ data }) => JSON.parse(data));
        const events = await checkEvents(values, lastCursor);
        lastCursor = events.at(-1)?.cursor ?? lastCursor;
        const hasNewGuidance = messages.some(
          ({ event, data }) => event === 'catalogue' && isGuidanceEvent(JSON.parse(data)),
        );
        yield { events, next: lastCursor, hasMore: false, hasNewGuidance };
      }
      throw new Error('the stream has ended');
    } catch (error) {
      throw feedError(error, address);
    } finally {
      clearTimeout(openTimer);
      openAbort.abort();
    }
  }
}

function isGuidanceEvent(event: unknown): boolean {
  return isObject(event) && event.catalogue === 'text_guidance';
}

function feedError(error: unknown, address: string): unknown {
  if (error instanceof SyntaxError) return invalidAnswerError(address, error.message);
  if (!(error instanceof ApiError)) return error;
  const { status, message } = error;
  // The Python service treats `feed` as the name of a category.
  if ([404, 405, 422].includes(status) && error.kind !== 'bad-answer') return new NoFeed(message);
  if (status === 503 && /Setting: (audit\.enabled|replicate_mode)=/.test(message)) return new NoFeed(message);
  return error;
}

/** Returns the id of the event that a cursor follows; 0 for a cursor before all events. */
function eventIdOf(cursor: string): number {
  return Number.parseInt(cursor, 10) || 0;
}

/**
 * Checks that parsed JSON values are events of the feed, and returns them.
 * @throws ApiError when a value is not an event, when the ids of the events do not ascend from that of
 *   `since`, or when a record does not match its hash
 */
async function checkEvents(values: readonly unknown[], since: string): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  for (const value of values) {
    const event = value as FeedEvent;
    const { event_id, cursor, category, model_name, v2 } = event;
    const lastEventId = events.at(-1)?.event_id ?? eventIdOf(since);
    const isEvent =
      isObject(value) && [cursor, category, model_name].every((text) => typeof text === 'string');
    if (!isEvent || !(event_id > lastEventId))
      throw invalidAnswerError(path, 'an event has an unexpected form');
    if (v2 && canHash && event.v2_hash !== (await sha256Hex(JSON.stringify(v2)))) {
      throw invalidAnswerError(path, `the record of event ${event_id} does not match its hash`);
    }
    events.push(event);
  }
  return events;
}
