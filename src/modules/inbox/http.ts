import { z } from 'zod';
import { createInputError, RegistryError } from '../../kernel/errors.ts';
import type { NoOtherKeys } from '../../kernel/no-other-keys.ts';
import {
  absentOrNull,
  laxArray,
  laxBoolean,
  laxEnum,
  laxInt,
  laxObject,
  laxString,
  queryList,
  queryValue,
} from '../../records/lax.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { createIdSchema } from '../../serving/requests/query.ts';
import { queueEndpoints } from '../../serving/routing/queue-endpoints.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { type Inbox, type InboxWatch, inboxEntryShape, inboxUnread } from './inbox.ts';
import { inboxKinds } from './notice.ts';
import type { EntryId } from './tables.ts';

interface InboxServices {
  readonly inbox: Inbox;
  readonly inboxWatch: InboxWatch;
}

const inboxPage = z
  .object({
    items: z
      .array(
        z
          .object({
            id: z.string().meta({ description: 'Id of the entry.' }),
            ...inboxEntryShape.shape,
          })
          .meta({ id: 'InboxEntry', description: 'A notification for the caller.' }),
      )
      .meta({ description: 'Ordered by time, newest first.' }),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'Value of `cursor` for the next page; null on the last page.' }),
    unread: inboxUnread,
  })
  .meta({ id: 'InboxPage', description: 'A page of inbox entries.' });

const markReadResponse = z
  .object({
    marked: z.int().meta({ description: 'Number of entries that were unread.' }),
    unread: inboxUnread,
  })
  .meta({ id: 'InboxMarked', description: 'Result of marking entries as read.' });

/** Maximum number of inbox entries in one page, and in one call that marks entries as read. */
const maxEntries = { page: 100, marks: 500 };

const id = laxString({ max: 40 });

const pageQuery = laxObject({
  unread: queryValue(laxBoolean())
    .optional()
    .meta({ description: 'Return only unread (true) or only read (false) entries. Default: all.' }),
  kinds: queryList(laxEnum(inboxKinds)).optional().meta({ description: 'Matches any of these.' }),
  cursor: queryValue(id).optional().meta({ description: '`next_cursor` of the previous page.' }),
  limit: queryValue(laxInt({ ge: 1, le: maxEntries.page })).default(50),
});

const readBody = laxObject({
  ids: absentOrNull(laxArray(id, { max: maxEntries.marks })).meta({ description: 'Ids of entries.' }),
  up_to: absentOrNull(createIdSchema({ ge: 1 })).meta({
    description: 'Marks all entries of audit events up to this id. Later entries stay unread.',
  }),
}).meta({ id: 'InboxReadRequest', description: 'The entries to mark: either `ids` or `up_to`.' });

const endpoint = queueEndpoints('v2');

const inbox = ({ inbox }: InboxServices): Resource => ({
  name: 'v2-inbox',
  endpoints: [
    endpoint('get', '/inbox', 'read_inbox', {
      who: who.discusses('any_key'),
      summary: 'List inbox entries',
      description:
        "Contains decisions, comments and conflicts that concern the caller's proposals. Approvers also get new proposals, new versions, and comments on changes that they took part in. Accounts that asked for or seconded a model request get its outcome. An account gets no entries about its own actions.",
      query: pageQuery,
      answers: { 200: { description: 'One page.', schema: inboxPage } },
      handler: async (_context, { query: { cursor, unread: unreadOnly, kinds, limit, ...rest }, caller }) => {
        rest satisfies NoOtherKeys;
        const before = cursor === undefined ? undefined : parseEntryId(cursor, ['query', 'cursor']);
        const { items, next, unread } = await inbox.page(
          { unread: unreadOnly, kinds, limit, before },
          caller,
        );
        return {
          items: items.map((entry) => ({ id: formatEntryId(entry), ...entry })),
          next_cursor: next && formatEntryId(next),
          unread,
        };
      },
    }),
    endpoint('post', '/inbox/read', 'mark_inbox_read', {
      who: who.discusses('any_key'),
      summary: 'Mark inbox entries as read',
      description: 'Entries that are already read keep their time. Safe to retry.',
      body: readBody,
      answers: {
        200: { description: 'The new unread counts.', schema: markReadResponse },
        ...errorResponses(400),
      },
      handler: (_context, { body: { ids, up_to: upTo }, caller }) => {
        if (ids && upTo == null) {
          const entries = ids.map((text, index) => parseEntryId(text, ['body', 'ids', index]));
          return inbox.markRead({ ids: entries }, caller);
        }
        if (!ids && upTo != null) return inbox.markRead({ upTo }, caller);
        throw new RegistryError('bad_request', 'Provide either ids or up_to, and not both.');
      },
    }),
  ],
});

/**
 * The endpoint that streams the caller's number of unread inbox entries, and a message for each change of the
 * queue.
 */
const inboxStream = ({ inboxWatch }: InboxServices): Resource => ({
  name: 'v2-inbox-stream',
  observed: 'streams',
  endpoints: [
    endpoint('get', '/inbox/stream', 'stream_inbox', {
      who: who.discusses('any_key'),
      summary: 'Stream unread counts and queue changes',
      description:
        'Server-Sent Events. `inbox`: `data` is `{"unread": 3}`, sent first and within about a second after each change. `queue`: `data` is `{"event_id": 3111}`, the latest audit event, sent first and after each new event: the queue may have changed. Lines that begin with a colon keep the connection alive. Counts toward the limit of open streams per client.',
      conditional: false,
      answers: {
        200: { description: 'The stream.', schema: z.string(), contentType: 'text/event-stream' },
      },
      handler: ({ eventStreams, metrics }, { request, reply, caller }) => {
        eventStreams.assertCapacity(request);
        metrics.route('GET', request.routeOptions.url ?? '').count(200);
        if (request.method === 'HEAD') return reply.type('text/event-stream').send();
        const stream = eventStreams.open(request, reply);
        stream.begin();
        const stopWatch = inboxWatch.watch({
          caller,
          onUnread: (unread) => stream.send(createFrame('inbox', { unread })),
          onEvent: (event_id) => stream.send(createFrame('queue', { event_id })),
        });
        reply.raw.once('close', stopWatch);
        if (stream.closed) stopWatch();
        // Otherwise Fastify would take the end of the stream for the return value.
        return undefined;
      },
    }),
  ],
});

function createFrame(event: 'inbox' | 'queue', data: object): { bytes: Buffer } {
  return { bytes: Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`) };
}

/** Returns the id of an inbox entry as text: the ids of its event and its change, as in `3111-1042`. */
function formatEntryId({ event_id, change_id }: EntryId): string {
  return `${event_id}-${change_id}`;
}

/**
 * Parses the id of an inbox entry, as `formatEntryId` returns it.
 * @throws RegistryError invalid_input (422)
 */
function parseEntryId(text: string, loc: (string | number)[]): EntryId {
  const [, event, change] = /^([1-9]\d{0,14})-(0|[1-9]\d{0,14})$/.exec(text) ?? [];
  if (event && change) return { event_id: Number(event), change_id: Number(change) };
  const msg = 'Input should be the id of an entry of the inbox, like 3111-1042';
  throw createInputError([{ type: 'inbox_entry_id', loc, msg, input: text }]);
}

export const inboxResources = (services: InboxServices): Resource[] => [
  inbox(services),
  inboxStream(services),
];
