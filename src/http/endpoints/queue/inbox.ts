import { z } from 'zod';
import { invalidInput, RegistryError } from '../../../registry/errors.ts';
import { type EntryId, entryIdText, parseEntryId } from '../../../registry/inbox/entry-id.ts';
import { inboxKinds } from '../../../registry/inbox/notice.ts';
import type { NothingLeft } from '../../../registry/nothing-left.ts';
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
} from '../../../registry/records/lax.ts';
import { refuses } from '../../openapi/errors.ts';
import { who } from '../../requests/checks.ts';
import { idNumber } from '../../requests/query.ts';
import type { Resource } from '../../routing/resource.ts';
import { inboxMarked, inboxPage } from '../../shapes/inbox.ts';
import { unreadFrame } from '../../streams/event-stream.ts';
import { queueEndpoints } from './queue-endpoint.ts';

/** Entries of one page, and marks of one call. */
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

/** What the caller is told of the queue. */
export function inboxOf(version: 'v1' | 'v2'): Resource {
  const endpoint = queueEndpoints(version);
  return {
    name: `${version}-inbox`,
    endpoints: [
      endpoint('get', '/inbox', 'read_inbox', {
        who: who.discusses('requestor'),
        summary: 'What you are told of the queue',
        description:
          'Decisions on, comments on and conflicts with what the caller has proposed; for approvers also proposals, new versions and what is said of changes that they have had a part in. Nobody is told of what they did themselves.',
        query: pageQuery,
        answers: { 200: { description: 'One page.', schema: inboxPage } },
        handler: async (
          { inbox },
          { query: { cursor, unread: unreadOnly, kinds, limit, ...rest }, caller },
        ) => {
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
        who: who.discusses('requestor'),
        summary: 'Say what of it you have read',
        description: 'Marks that are there already stay as they are, so it may be sent again.',
        body: readBody,
        answers: { 200: { description: 'What is unread now.', schema: inboxMarked }, ...refuses(400) },
        handler: ({ inbox }, { body: { ids, up_to: upTo }, caller }) => {
          if (ids && upTo == null) {
            const entries = ids.map((text, place) => entryIdOf(text, ['body', 'ids', place]));
            return inbox.markRead({ ids: entries }, caller);
          }
          if (!ids && upTo != null) return inbox.markRead({ upTo }, caller);
          throw new RegistryError('bad_request', 'Provide either ids or up_to, and not both.');
        },
      }),
    ],
  };
}

/** How much of it is unread, as it changes. */
export function inboxStreamOf(version: 'v1' | 'v2'): Resource {
  const endpoint = queueEndpoints(version);
  return {
    name: `${version}-inbox-stream`,
    observed: 'streams',
    endpoints: [
      endpoint('get', '/inbox/stream', 'stream_inbox', {
        who: who.discusses('requestor'),
        summary: 'How many entries are unread, as it changes',
        description:
          'Server-Sent Events named `inbox`: `data` is `{"unread": 3}`, at first and whenever it is another number, within about a second. Lines that begin with a colon keep the connection alive. It is one of the streams that a client may have open.',
        conditional: false,
        answers: {
          200: { description: 'The stream.', schema: z.string(), contentType: 'text/event-stream' },
        },
        handler: ({ eventStreams, inboxWatch, metrics }, { request, reply, caller }) => {
          eventStreams.assertRoom(request);
          metrics.route('GET', request.routeOptions.url ?? '').count(200);
          if (request.method === 'HEAD') return reply.type('text/event-stream').send();
          const stream = eventStreams.open(request, reply);
          stream.begin();
          const end = inboxWatch.watch({ caller, take: (unread) => stream.send(unreadFrame(unread)) });
          reply.raw.once('close', end);
          if (stream.closed) end();
          // Fastify would take the stream's end for the end of this call.
          return undefined;
        },
      }),
    ],
  };
}

/** @throws RegistryError invalid_input (422) */
function entryIdOf(text: string, loc: (string | number)[]): EntryId {
  const found = parseEntryId(text);
  if (found) return found;
  const msg = 'Input should be the id of an entry of the inbox, like 3111-1042';
  throw invalidInput([{ type: 'inbox_entry_id', loc, msg, input: text }]);
}
