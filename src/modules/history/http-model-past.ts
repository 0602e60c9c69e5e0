import type { FastifyReply } from 'fastify';
import { RegistryError } from '../../kernel/errors.ts';
import { readyBody } from '../../kernel/ready-body.ts';
import { laxInt, laxObject, queryValue } from '../../records/lax.ts';
import { caching } from '../../serving/answers/caching.ts';
import { answerRead } from '../../serving/answers/json-answer.ts';
import { sendReady } from '../../serving/answers/send.ts';
import type { RouteContext } from '../../serving/context.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { requireAudit } from '../../serving/requests/checks.ts';
import { idNumber, parseQuery } from '../../serving/requests/query.ts';
import type { Call } from '../../serving/routing/endpoint.ts';
import type { ModelAtTime, ModelView } from '../catalog/index.ts';
import { historyPage } from './http-shapes.ts';

const atQuery = laxObject({
  at: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER }))
    .optional()
    .meta({
      description: 'Unix seconds: the record as it was at the end of that second; 404 when there was none.',
    }),
});

const historyQuery = laxObject({
  cursor: queryValue(idNumber({ ge: 1 }))
    .optional()
    .meta({ description: 'Only what is older than this event.' }),
  limit: queryValue(laxInt({ ge: 1, le: 100 })).default(20),
});

/** What became of a model. */
export const modelHistoryView: ModelView = {
  path: '/model_references/v2/{model_category_name}/model/{model_name}/history',
  id: 'read_v2_model_history',
  tags: ['v2'],
  summary: 'What became of a model',
  description:
    'Who wrote it, when, by which change and batch, and what that changed. A model may have any name: where a live model is called `{model_name}/history`, this path reads that model. A slash that is percent-encoded belongs to the name: `…/model/a%2Fhistory` is never this view.',
  query: historyQuery,
  answers: { 200: { description: 'One page, newest first.', schema: historyPage }, ...refuses(503) },
  answer: answerHistory,
};

/** A model as it was, told by the audit trail. */
export const modelAtTime: ModelAtTime = {
  query: atQuery,
  asks: ({ query }) => (query as { at?: unknown }).at !== undefined,
  answer: answerTime,
};

async function answerTime(
  { history, settings }: RouteContext,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  category: string,
  name: string,
): Promise<FastifyReply> {
  const { at = 0 } = parseQuery(atQuery, request);
  requireAudit(settings);
  const text = await history.at(category, name, at);
  if (text !== null) return sendReady(request, reply, readyBody(text), caching.everyone);
  throw new RegistryError(
    'not_found',
    `The audit trail has no model '${name}' in category '${category}' at ${at}`,
  );
}

async function answerHistory(
  { history, catalog, settings }: RouteContext,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  category: string,
  name: string,
): Promise<FastifyReply> {
  const { cursor = null, limit } = parseQuery(historyQuery, request);
  requireAudit(settings);
  const page = await history.of(category, name, cursor, limit);
  const known = page.items.length > 0 || cursor !== null || catalog.snapshot('v2', category).get(name);
  if (known) return answerRead(request, reply, page);
  throw new RegistryError('not_found', `Model '${name}' not found in category '${category}'`);
}
