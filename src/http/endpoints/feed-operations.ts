import { z } from 'zod';
import { laxInt, laxObject, laxString, queryValue } from '../../registry/records/lax.ts';
import { refuses } from '../openapi/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import { feedPage } from '../shapes/feed.ts';

const since = queryValue(laxString({ max: 40 }));

export const pageQuery = laxObject({
  since: since.default('0').meta({
    description:
      'Only what is behind this place: a cursor that the feed has given (`412-9f86d081884c7d65`), an event id alone (`412`), `0` for the beginning, or `head` for the newest event.',
  }),
  limit: queryValue(laxInt({ ge: 1, le: 500 })).default(100),
});

export const streamQuery = laxObject({
  since: since.optional().meta({
    description:
      'Where to begin, as in the feed; without it, and without `Last-Event-ID`, with what comes next. `Last-Event-ID` wins: browsers send it when they reconnect.',
  }),
});

const tags = ['v2', 'feed'];
const howToFollow =
  'To keep a copy: take a cursor with `since=head`, read every category, then apply the events behind the cursor in order. ' +
  'Each carries the whole record, so applying one twice does no harm. A 410 means: start again.';

export const pageOperation: Operation = {
  method: 'get',
  path: '/model_references/v2/feed',
  id: 'read_v2_feed',
  tags,
  summary: 'What happened to live models',
  description: `Without gaps and in the order in which writes became visible. ${howToFollow}`,
  query: pageQuery,
  conditional: true,
  answers: { 200: { description: 'The next writes.', schema: feedPage }, ...refuses(410, 503) },
};

export const streamOperation: Operation = {
  method: 'get',
  path: '/model_references/v2/feed/stream',
  id: 'stream_v2_feed',
  tags,
  summary: 'What happens to live models, as it happens',
  description:
    'Server-Sent Events named `model`: `data` is an event of the feed, `id` its cursor. Lines that begin with a colon keep the connection alive. ' +
    `A reader that does not keep up is disconnected, and goes on by \`Last-Event-ID\`. ${howToFollow}`,
  query: streamQuery,
  answers: {
    200: { description: 'The stream.', schema: z.string(), contentType: 'text/event-stream' },
    ...refuses(410, 503),
  },
};
