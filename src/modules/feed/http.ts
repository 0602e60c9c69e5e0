import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createInputError } from '../../kernel/errors.ts';
import type { Categories } from '../../records/categories/index.ts';
import { categoryEnum, changeOperation } from '../../records/enums.ts';
import { type FeedCursor, formatCursor, parseCursor } from '../../records/feed-cursor.ts';
import type { FeedEvent } from '../../records/feed-event.ts';
import { laxInt, laxObject, laxString, queryValue } from '../../records/lax.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { Catalog } from '../catalog/index.ts';
import { genericRecord } from '../catalog/shapes.ts';
import { type CatalogueMemory, catalogueKinds } from '../catalogues/index.ts';
import { verdictChangeShape } from '../files/index.ts';
import type { Feed } from './feed.ts';
import type { FeedStreams } from './feed-streams.ts';

const hash = z.string().nullable();

const feedEventShape = z
  .object({
    event_id: z.int().meta({ description: 'Ascending, with gaps: the ids are shared with queue events.' }),
    cursor: z.string().meta({ description: 'Position after this event, for `since`.' }),
    timestamp: z.int().meta({ description: 'Unix seconds, UTC.' }),
    category: categoryEnum,
    model_name: z.string(),
    operation: changeOperation,
    v2: genericRecord
      .nullable()
      .meta({ description: 'The stored record after the write; null after a delete.' }),
    legacy: z.record(z.string(), z.unknown()).nullable().meta({
      description:
        'The stored record in the legacy format (for text models, the row of `models.csv`); null if the category has no legacy format.',
    }),
    v2_hash: hash.meta({ description: 'SHA-256 (hex) of `v2` as compact JSON.' }),
    legacy_hash: hash.meta({ description: 'SHA-256 (hex) of `legacy` as compact JSON.' }),
    returned_behind: z.string().nullable().optional().meta({
      description:
        'Only for a model inserted between others (restored, moved, or new in the middle of an imported file): the preceding model; null if it is the first. Without this field, a new model is last and an existing model keeps its position.',
    }),
  })
  .meta({ id: 'FeedEvent', description: 'A write of a live model, with the resulting records.' });

const fileVerdictEvent = z
  .object({
    event_id: z.int(),
    cursor: z.string().meta({ description: 'Position after this event, for `since`.' }),
    timestamp: z.int().meta({ description: 'Unix seconds, UTC.' }),
    category: categoryEnum,
    model_name: z.string(),
    ...verdictChangeShape.shape,
  })
  .meta({
    id: 'FileVerdictEvent',
    description: 'A changed verdict on a file of a live model.',
  });

const catalogueEvent = z
  .object({
    event_id: z.int(),
    cursor: z.string().meta({ description: 'Position after this event, for `since`.' }),
    timestamp: z.int().meta({ description: 'Unix seconds, UTC.' }),
    catalogue: z.enum(catalogueKinds),
    section: z.string(),
    name: z.string(),
    revision: z.int().meta({ description: 'Revision of the catalogue after the write.' }),
    operation: changeOperation,
    entry: z.record(z.string(), z.unknown()).nullable().meta({
      description: 'The entry after the write; null after a deletion.',
    }),
  })
  .meta({ id: 'CatalogueEvent', description: 'A write of an entry of a catalogue.' });

const feedPage = z
  .object({
    events: z.array(feedEventShape),
    file_verdicts: z.array(fileVerdictEvent).meta({
      description:
        'File verdict changes of live models, in order. Their `event_id` shares the sequence of `events`.',
    }),
    catalogue_events: z.array(catalogueEvent).optional().meta({
      description:
        'Writes of catalogue entries, such as image baselines, in order; absent if there are none. Their `event_id` shares the sequence of `events`.',
    }),
    next: z.string().meta({ description: 'Position after this page: the next `since`.' }),
    head: z.string().meta({
      description: 'Position after the newest event. A reader is up to date when it equals `next`.',
    }),
    has_more: z.boolean().meta({ description: 'True if `next` is before `head`.' }),
  })
  .meta({ id: 'FeedPage', description: 'Writes of live models, in the order in which they became visible.' });

interface FeedServices {
  readonly catalog: Pick<Catalog, 'refreshOutdated' | 'refresh'>;
  readonly catalogues: Pick<CatalogueMemory, 'refresh'>;
  readonly feed: Feed;
  readonly feedStreams: FeedStreams;
}

const since = queryValue(laxString({ max: 40 }));

const pageQuery = laxObject({
  since: since.default('0').meta({
    description:
      'Return only events after this position: a cursor of the feed (`412-9f86d081884c7d65`), an event id (`412`), `0` for the beginning, or `head` for the newest event.',
  }),
  limit: queryValue(laxInt({ ge: 1, le: 500 })).default(100),
});

const streamQuery = laxObject({
  since: since.optional().meta({
    description:
      'Start position, as in the feed. Default: the next event. `Last-Event-ID`, which browsers send when they reconnect, takes precedence.',
  }),
});

const tags = ['v2', 'feed'];
const followInstructions =
  'To keep a copy: get a cursor with `since=head`, read every category, then apply the events after the cursor in order. ' +
  'Each event contains the whole record, so it is safe to apply twice. On 410, start over.';

export const feedPages = ({ catalog, catalogues, feed }: FeedServices): Resource => ({
  name: 'feed',
  endpoints: [
    endpoint({
      method: 'get',
      path: '/model_references/v2/feed',
      id: 'read_v2_feed',
      tags,
      summary: 'List changes of live models',
      description: `Lists events without gaps, in the order in which writes became visible. A client that has read an event reads its effect from the same instance. ${followInstructions}`,
      who: who.follows,
      query: pageQuery,
      answers: { 200: { description: 'The next writes.', schema: feedPage }, ...errorResponses(410) },
      handler: async ({ categories }, { query }) => {
        const since = readCursor(query.since, ['query', 'since']);
        const cursor = since ?? (await feed.head());
        const {
          events,
          fileVerdicts: file_verdicts,
          catalogueEvents = [],
          upto,
          head,
        } = await feed.read(cursor, query.limit);
        // Readers expect their next reads to include these events, so the responses in memory must not be
        // older. The position `head` includes every event before it.
        if (catalogueEvents.length > 0) await catalogues.refresh();
        await (since ? catalog.refresh(listKnownCategories(events, categories)) : catalog.refreshOutdated());
        const [next, end] = [formatCursor(upto), formatCursor(head)];
        const catalogueFields = catalogueEvents.length > 0 && { catalogue_events: catalogueEvents };
        return { events, file_verdicts, ...catalogueFields, next, head: end, has_more: next !== end };
      },
    }),
  ],
});

export const feedStream = ({ feedStreams }: FeedServices): Resource => ({
  name: 'feed-stream',
  observed: 'streams',
  endpoints: [
    endpoint({
      method: 'get',
      path: '/model_references/v2/feed/stream',
      id: 'stream_v2_feed',
      tags,
      summary: 'Stream changes of live models',
      description:
        'Server-Sent Events. `model`: `data` is an event of the feed, `id` its cursor. `file_verdict` and `catalogue`: `data` is an item of `file_verdicts` or `catalogue_events` of the feed; clients that copy only records ignore them. Lines that begin with a colon keep the connection alive. ' +
        `A client that does not keep up is disconnected and resumes with \`Last-Event-ID\`. ${followInstructions}`,
      who: who.follows,
      query: streamQuery,
      conditional: false,
      answers: {
        200: { description: 'The stream.', schema: z.string(), contentType: 'text/event-stream' },
        ...errorResponses(410),
      },
      handler: async (context, { request, reply, query }) => {
        const { eventStreams, logger, metrics } = context;
        const cursor = readStreamCursor(request, query.since);
        eventStreams.assertCapacity(request);
        const start = await feedStreams.open(cursor);
        metrics.route('GET', request.routeOptions.url ?? '').count(200);
        if (request.method === 'HEAD') return reply.type('text/event-stream').send();
        const stream = eventStreams.open(request, reply);
        stream.begin(formatCursor(start));
        try {
          const { end } = await feedStreams.stream(start, stream);
          reply.raw.once('close', end);
          if (stream.closed) end();
        } catch (err) {
          logger.warn({ err, reqId: request.id }, 'closed a stream of the feed: cannot read the feed');
          stream.close();
        }
        // Otherwise Fastify would take the end of the stream for the return value.
        return undefined;
      },
    }),
  ],
});

/** Skips categories that are not enabled, or that this version of the service does not know. */
const listKnownCategories = (events: readonly FeedEvent[], categories: Categories): string[] =>
  events.flatMap(({ category }) => (categories.find(category) ? [category] : []));

/**
 * Returns the cursor after which a stream begins: from the header `Last-Event-ID` if it is present, else from
 * `since`. Null: after the newest event.
 */
function readStreamCursor(request: FastifyRequest, since: string | undefined): FeedCursor | null {
  const lastEventId = request.headers['last-event-id'];
  if (typeof lastEventId === 'string' && lastEventId !== '')
    return readCursor(lastEventId, ['header', 'last-event-id']);
  return since === undefined ? null : readCursor(since, ['query', 'since']);
}

/**
 * Parses a cursor in a request. Returns null for `head`, which stands for the newest event at the time of the
 * request.
 *
 * @throws RegistryError invalid_input (422)
 */
function readCursor(text: string, loc: string[]): FeedCursor | null {
  if (text === 'head') return null;
  const cursor = parseCursor(text);
  if (cursor) return cursor;
  const msg = "Input should be an event id, a cursor of the feed, or 'head'";
  throw createInputError([{ type: 'feed_cursor', loc, msg, input: text }]);
}
