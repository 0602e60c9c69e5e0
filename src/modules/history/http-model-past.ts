import type { FastifyReply, FastifyRequest } from 'fastify';
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
import { lastRawSegment } from '../../serving/requests/raw-path.ts';
import type { Call } from '../../serving/routing/endpoint.ts';
import { answerFiles, filesTail } from '../files/http-model-files.ts';
import { answerUsage, usageTail } from '../insight/http-model-usage.ts';
import { historyPage } from './http-shapes.ts';

/** The query of a single-model read. */
export const atQuery = laxObject({
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

export const historyFacts = {
  path: '/model_references/v2/{model_category_name}/model/{model_name}/history',
  id: 'read_v2_model_history',
  tags: ['v2'],
  summary: 'What became of a model',
  description:
    'Who wrote it, when, by which change and batch, and what that changed. A model may have any name: where a live model is called `{model_name}/history`, this path reads that model. A slash that is percent-encoded belongs to the name: `…/model/a%2Fhistory` is never this view.',
  query: historyQuery,
  answers: { 200: { description: 'One page, newest first.', schema: historyPage }, ...refuses(503) },
};

/** Whether a read of a model asks for the record as it was at some time. */
export function asksForTime(request: FastifyRequest): boolean {
  return (request.query as { at?: unknown }).at !== undefined;
}

const tail = '/history';

/**
 * What the path of a model answers besides the live record of that name: the record at a time, or, where no
 * live model has the whole name, the history, the files or the usage that the path asks for.
 * @throws RegistryError not_found (404), also when it asks for neither; invalid_input (422), audit_disabled
 * (503)
 */
export async function answerModelPast(
  context: RouteContext,
  call: Pick<Call, 'request' | 'reply'>,
  category: string,
  name: string,
): Promise<FastifyReply> {
  if (asksForTime(call.request)) return answerTime(context, call, category, name);
  const last = `/${lastRawSegment(call.request.url)}`;
  const model = name.slice(0, -last.length);
  if (last === tail && name.endsWith(last)) return answerHistory(context, call, category, model);
  if (last === filesTail && name.endsWith(last)) return answerFiles(context, call, category, model);
  if (last === usageTail && name.endsWith(last)) return answerUsage(context, call, category, model);
  throw notFound(category, name);
}

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
  throw notFound(category, name);
}

function notFound(category: string, name: string): RegistryError {
  return new RegistryError('not_found', `Model '${name}' not found in category '${category}'`);
}
