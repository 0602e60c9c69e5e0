import { z } from 'zod';
import { invalidInput, RegistryError } from '../../kernel/errors.ts';
import type { NothingLeft } from '../../kernel/nothing-left.ts';
import {
  laxArray,
  laxBoolean,
  laxEnum,
  laxInt,
  laxObject,
  laxString,
  orNull,
  queryList,
  queryValue,
} from '../../records/lax.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { idNumber } from '../../serving/requests/query.ts';
import { queueEndpoints } from '../../serving/routing/queue-endpoints.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { type Inbox, type InboxWatch, inboxUnread, listedEntry } from './inbox.ts';
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
            id: z.string().meta({ description: 'The event, and the change that it is about.' }),
            ...listedEntry.shape,
          })
          .meta({ id: 'InboxEntry', description: 'Something that the caller is told.' }),
      )
      .meta({ description: 'The newest first.' }),
    next_cursor: z.string().nullable().meta({ description: 'For `cursor`; null: there are no more.' }),
    unread: inboxUnread,
  })
  .meta({ id: 'InboxPage', description: 'What the caller is told of the queue.' });

const inboxMarked = z
  .object({ marked: z.int().meta({ description: 'How many were unread.' }), unread: inboxUnread })
  .meta({ id: 'InboxMarked', description: 'What became of the read marks.' });

/** Largest number of inbox entries in one page, and in one call that marks entries as read. */
const most = { page: 100, marks: 500 };

const id = laxString({ max: 40 });

const pageQuery = laxObject({
  unread: queryValue(laxBoolean())
    .optional()
    .meta({ description: 'Only those that were not read, or only those that were. Default: all.' }),
  kinds: queryList(laxEnum(inboxKinds)).optional().meta({ description: 'Any of these.' }),
  cursor: queryValue(id).optional().meta({ description: 'Where a page before has ended.' }),
  limit: queryValue(laxInt({ ge: 1, le: most.page })).default(50),
});

const readBody = laxObject({
  ids: orNull(laxArray(id, { max: most.marks })).meta({ description: 'Entries.' }),
  up_to: orNull(idNumber({ ge: 1 })).meta({
    description: 'All entries of audit events up to this one: what came later stays unread.',
  }),
}).meta({ id: 'InboxReadRequest', description: 'Which entries were read: `ids` or `up_to`, one of them.' });

const endpoint = queueEndpoints('v2');

const inbox = ({ inbox }: InboxServices): Resource => ({
  name: 'v2-inbox',
  endpoints: [
    endpoint('get', '/inbox', 'read_inbox', {
      who: who.discusses('any_key'),
      summary: 'What you are told of the queue',
      description:
        'Decisions on, comments on and conflicts with what the caller has proposed; for approvers also proposals, new versions and what is said of changes that they have had a part in. Everybody who wants a model is told what became of the request for it. Nobody is told of what they did themselves.',
      query: pageQuery,
      answers: { 200: { description: 'One page.', schema: inboxPage } },
      handler: async (_context, { query: { cursor, unread: unreadOnly, kinds, limit, ...rest }, caller }) => {
        rest satisfies NothingLeft;
        const before = cursor === undefined ? undefined : entryIdOf(cursor, ['query', 'cursor']);
        const { items, next, unread } = await inbox.page(
          { unread: unreadOnly, kinds, limit, before },
          caller,
        );
        return {
          items: items.map((entry) => ({ id: entryIdText(entry), ...entry })),
          next_cursor: next && entryIdText(next),
          unread,
        };
      },
    }),
    endpoint('post', '/inbox/read', 'mark_inbox_read', {
      who: who.discusses('any_key'),
      summary: 'Say what of it you have read',
      description: 'Marks that are there already stay as they are, so it may be sent again.',
      body: readBody,
      answers: { 200: { description: 'What is unread now.', schema: inboxMarked }, ...refuses(400) },
      handler: (_context, { body: { ids, up_to: upTo }, caller }) => {
        if (ids && upTo == null) {
          const entries = ids.map((text, place) => entryIdOf(text, ['body', 'ids', place]));
          return inbox.markRead({ ids: entries }, caller);
        }
        if (!ids && upTo != null) return inbox.markRead({ upTo }, caller);
        throw new RegistryError('bad_request', 'Provide either ids or up_to, and not both.');
      },
    }),
  ],
});

/**
 * The endpoint that streams to the caller the number of unread inbox entries, and each change of the queue.
 */
const inboxStream = ({ inboxWatch }: InboxServices): Resource => ({
  name: 'v2-inbox-stream',
  observed: 'streams',
  endpoints: [
    endpoint('get', '/inbox/stream', 'stream_inbox', {
      who: who.discusses('any_key'),
      summary: 'How many entries are unread, and that the queue has changed',
      description:
        'Server-Sent Events. `inbox`: `data` is `{"unread": 3}`, at first and whenever it is another number, within about a second. `queue`: `data` is `{"event_id": 3111}`, the latest audit event, at first and whenever there is a newer one: the queue may have changed. Lines that begin with a colon keep the connection alive. It is one of the streams that a client may have open.',
      conditional: false,
      answers: {
        200: { description: 'The stream.', schema: z.string(), contentType: 'text/event-stream' },
      },
      handler: ({ eventStreams, metrics }, { request, reply, caller }) => {
        eventStreams.assertRoom(request);
        metrics.route('GET', request.routeOptions.url ?? '').count(200);
        if (request.method === 'HEAD') return reply.type('text/event-stream').send();
        const stream = eventStreams.open(request, reply);
        stream.begin();
        const end = inboxWatch.watch({
          caller,
          take: (unread) => stream.send(frameOf('inbox', { unread })),
          changed: (event_id) => stream.send(frameOf('queue', { event_id })),
        });
        reply.raw.once('close', end);
        if (stream.closed) end();
        // Fastify would take the stream's end for the end of this call.
        return undefined;
      },
    }),
  ],
});

function frameOf(event: 'inbox' | 'queue', data: object): { bytes: Buffer } {
  return { bytes: Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`) };
}

/** Returns the id of an inbox entry as text: the ids of its event and its change, as in `3111-1042`. */
function entryIdText({ event_id, change_id }: EntryId): string {
  return `${event_id}-${change_id}`;
}

/**
 * Reads the id of an inbox entry from a text as `entryIdText` returns it.
 * @throws RegistryError invalid_input (422)
 */
function entryIdOf(text: string, loc: (string | number)[]): EntryId {
  const [, event, change] = /^([1-9]\d{0,14})-(0|[1-9]\d{0,14})$/.exec(text) ?? [];
  if (event && change) return { event_id: Number(event), change_id: Number(change) };
  const msg = 'Input should be the id of an entry of the inbox, like 3111-1042';
  throw invalidInput([{ type: 'inbox_entry_id', loc, msg, input: text }]);
}

export const inboxResources = (services: InboxServices): Resource[] => [
  inbox(services),
  inboxStream(services),
];
