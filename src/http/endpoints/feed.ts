import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Settings } from '../../config/settings.ts';
import { cursorText, type FeedCursor, parseCursor } from '../../registry/audit/feed-cursor.ts';
import { invalidInput, RegistryError } from '../../registry/errors.ts';
import { errorAnswer } from '../answers/errors.ts';
import { answerRead } from '../answers/json-answer.ts';
import type { Resource } from '../answers/resource.ts';
import { parseQuery } from '../requests/query.ts';
import { pageOperation, pageQuery, streamOperation, streamQuery } from './feed-operations.ts';

/** The newest event, whichever that is. */
const headWord = 'head';

/** Pages of the feed. */
export const feedPages: Resource = {
  name: 'feed',
  operations: [pageOperation],
  routes:
    ({ feed, settings }) =>
    async (scope) => {
      scope.get(pageOperation.path, { onRequest: feedIsHere(settings) }, async (request, reply) => {
        const { since, limit } = parseQuery(pageQuery, request);
        const { events, upto, head } = await feed.read(
          cursorOf(since, ['query', 'since']) ?? (await feed.head()),
          limit,
        );
        const [next, end] = [cursorText(upto), cursorText(head)];
        return answerRead(request, reply, { events, next, head: end, has_more: next !== end });
      });
    },
};

/**
 * The feed as a stream. A resource of its own: requests that last for days say nothing about how fast the
 * service answers.
 */
export const feedStream: Resource = {
  name: 'feed-stream',
  hot: true,
  operations: [streamOperation],
  routes:
    ({ eventStreams, feedStreams, logger, metrics, settings }) =>
    async (scope) => {
      const route = scope.prefix + streamOperation.path;
      const counter = metrics.route('GET', route);
      scope.addHook('onError', async (_request, _reply, error) => counter.count(errorAnswer(error).status));

      scope.get(streamOperation.path, { onRequest: feedIsHere(settings) }, async (request, reply) => {
        const { since } = parseQuery(streamQuery, request);
        const cursor = cursorOfStream(request, since);
        eventStreams.assertRoom();
        const start = await feedStreams.open(cursor);
        counter.count(200);
        if (request.method === 'HEAD') return reply.type('text/event-stream').send();
        const stream = eventStreams.open(request, reply);
        stream.begin(cursorText(start));
        try {
          const { end } = await feedStreams.stream(start, stream);
          reply.raw.once('close', end);
          if (stream.closed) end();
        } catch (err) {
          logger.warn({ err, reqId: request.id }, 'a stream ended: the feed cannot be read');
          stream.close();
        }
      });
    },
};

function feedIsHere(settings: Pick<Settings, 'replicateMode' | 'auditEnabled'>): onRequestAsyncHookHandler {
  return async () => {
    if (settings.replicateMode === 'REPLICA') {
      throw new RegistryError(
        'not_supported_here',
        "The feed is at the primary: this instance is in REPLICA mode. Setting: replicate_mode='REPLICA'.",
      );
    }
    if (!settings.auditEnabled) {
      throw new RegistryError(
        'audit_disabled',
        'The feed is read from the audit trail, which this deployment does not keep. Setting: audit.enabled=false.',
      );
    }
  };
}

/** Null: from the newest event on. */
function cursorOfStream(request: FastifyRequest, since: string | undefined): FeedCursor | null {
  const last = request.headers['last-event-id'];
  if (typeof last === 'string' && last !== '') return cursorOf(last, ['header', 'last-event-id']);
  return since === undefined ? null : cursorOf(since, ['query', 'since']);
}

/**
 * Null: from the newest event on.
 * @throws RegistryError invalid_input (422)
 */
function cursorOf(text: string, loc: string[]): FeedCursor | null {
  if (text === headWord) return null;
  const cursor = parseCursor(text);
  if (cursor) return cursor;
  const msg = `Input should be an event id, a cursor of the feed, or '${headWord}'`;
  throw invalidInput([{ type: 'feed_cursor', loc, msg, input: text }]);
}
