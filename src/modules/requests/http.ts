import type { z } from 'zod';
import { createInputError } from '../../kernel/errors.ts';
import type { NoOtherKeys } from '../../kernel/no-other-keys.ts';
import type { Categories } from '../../records/categories/index.ts';
import { requestSorts, requestStates } from '../../records/enums.ts';
import { laxEnum, laxInt, laxObject, laxString, queryList, queryValue } from '../../records/lax.ts';
import { answerWrite } from '../../serving/answers/json-answer.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { limits } from '../../serving/requests/limits.ts';
import { requestId } from '../../serving/requests/path-parameters.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import {
  askBody,
  commentBody,
  decideBody,
  lookBody,
  proposeBody,
  publicRequest,
  requestPage,
  secondBody,
  stepsPage,
  supportersPage,
} from './http-shapes.ts';
import { modelRequest, requestLook } from './request.ts';
import type { Requests } from './requests.ts';
import { perAccount } from './step.ts';
import type { RequestListPosition } from './store.ts';

interface RequestsServices {
  readonly categories: Categories;
  readonly requests: Requests;
}

const path = '/model_references/v2/requests';
const tags = ['v2', 'requests'];
const requestRoute = { path: `${path}/{request_id}`, parameters: { request_id: requestId } } as const;

const pageFields = {
  cursor: queryValue(laxString({ max: 80 }))
    .optional()
    .meta({ description: '`next_cursor` of the previous page.' }),
  limit: queryValue(laxInt({ ge: 1, le: 100 })).default(50),
};
const listEndpoint = ({ names }: Categories) => ({
  sort: queryValue(laxEnum(requestSorts))
    .default('wanted')
    .meta({ description: '`wanted`: by number of accounts, most first.' }),
  category: queryValue(laxEnum(names)).optional(),
  state: queryList(laxEnum(requestStates))
    .optional()
    .meta({ description: 'Matches any of these. Default: all.' }),
  wanted_by: queryValue(laxString({ min: 1, max: limits.userIdLength }))
    .optional()
    .meta({
      description: 'User id of an account that created or seconded the request.',
    }),
  ...pageFields,
});
const listQuery = (categories: Categories) => laxObject(listEndpoint(categories));
const pageQuery = laxObject(pageFields);
const secondsQuery = laxObject({
  ...pageFields,
  user_id: queryValue(laxString({ min: 1, max: limits.userIdLength }))
    .optional()
    .meta({ description: 'Return only the support of this account.' }),
});

const updatedRequest = { 200: { description: 'The updated request.', schema: modelRequest } };

type ListQuery = z.infer<ReturnType<typeof listQuery>>;

async function createListResponse(requests: Requests, query: ListQuery, hidden: boolean) {
  const { sort, category, state: states, wanted_by: wantedBy, cursor, limit, ...rest } = query;
  rest satisfies NoOtherKeys;
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const page = await requests.list(
    { hidden, category, states, wantedBy },
    { sort, limit, ...(after && { after }) },
  );
  const { items, total, next } = page;
  return { items: items.map(publicRequest), total, next_cursor: next && `${next.wanted}-${next.request_id}` };
}

/** Endpoints of requests for missing models. */
export const requests = ({ categories, requests }: RequestsServices): Resource => ({
  name: 'requests',
  endpoints: [
    endpoint({
      method: 'get',
      path,
      id: 'list_model_requests',
      tags,
      who: who.seesRequests,
      summary: 'List model requests',
      query: listQuery(categories),
      answers: { 200: { description: 'One page.', schema: requestPage } },
      handler: (_context, { query }) => createListResponse(requests, query, false),
    }),
    endpoint({
      method: 'get',
      path: `${path}/hidden`,
      id: 'list_hidden_model_requests',
      tags,
      who: who.decidesRequests,
      summary: 'List hidden model requests',
      query: listQuery(categories),
      answers: { 200: { description: 'One page.', schema: requestPage } },
      handler: (_context, { query }) => createListResponse(requests, query, true),
    }),
    endpoint({
      method: 'post',
      path,
      id: 'ask_for_model',
      tags,
      who: who.asks,
      summary: 'Create a model request',
      description: `Requires any valid key; at most ${perAccount.asksADay} requests per day. Reads the linked page and stores its facts. Returns 409 if the model exists, or if a request for it is open or was declined.`,
      body: askBody(categories),
      answers: {
        201: { description: 'The request.', schema: modelRequest },
        ...errorResponses(400, 409, 429),
      },
      handler: async (_context, { body, caller, reply }) =>
        answerWrite(reply, 201, publicRequest(await requests.ask(body, caller))),
    }),
    endpoint({
      method: 'post',
      path: `${path}/look`,
      id: 'look_before_asking',
      tags,
      who: who.asks,
      summary: 'Check for existing models and requests',
      description:
        'Returns models and requests with the same file, page or name, or with another version of it. Does not store anything.',
      body: lookBody(categories),
      answers: {
        200: { description: 'The existing models and requests.', schema: requestLook },
        ...errorResponses(400),
      },
      handler: async (_context, { body, caller }) => {
        const { requests: similarRequests, ...rest } = await requests.look(body, caller);
        return { ...rest, requests: similarRequests.map(publicRequest) };
      },
    }),
    endpoint({
      ...requestRoute,
      method: 'get',
      id: 'read_model_request',
      tags,
      who: who.seesRequests,
      summary: 'Get a model request',
      answers: { ...updatedRequest, ...errorResponses(404) },
      handler: async (_context, { path: { request_id } }) => publicRequest(await requests.get(request_id)),
    }),
    endpoint({
      ...requestRoute,
      method: 'get',
      path: `${requestRoute.path}/seconds`,
      id: 'list_request_seconds',
      tags,
      who: who.seesRequests,
      summary: 'List the supporters of a model request',
      query: secondsQuery,
      answers: { 200: { description: 'One page.', schema: supportersPage }, ...errorResponses(404) },
      handler: async (_context, { path, query }) => {
        const { cursor, limit, user_id } = query;
        const { items, next } = await requests.supporters(path.request_id, limit, cursor, user_id);
        return { items: items.map(({ request_id: _, ...second }) => second), next_cursor: next };
      },
    }),
    endpoint({
      ...requestRoute,
      method: 'get',
      path: `${requestRoute.path}/steps`,
      id: 'list_request_steps',
      tags,
      who: who.seesRequests,
      summary: 'List the timeline of a model request',
      description: 'Does not contain supporters; they are listed separately.',
      query: pageQuery,
      answers: { 200: { description: 'One page.', schema: stepsPage }, ...errorResponses(404) },
      handler: async (_context, { path, query }) => {
        const { cursor, limit } = query;
        const after = cursor === undefined ? undefined : parseCursor(`0-${cursor}`).request_id;
        const { items, next } = await requests.steps(path.request_id, limit, after);
        return {
          items: items.map(({ request_id: _, ...step }) => step),
          next_cursor: next === null ? null : String(next),
        };
      },
    }),
    endpoint({
      ...requestRoute,
      method: 'post',
      path: `${requestRoute.path}/seconds`,
      id: 'second_model_request',
      tags,
      who: who.asks,
      summary: 'Support a model request',
      description:
        'Seconds the request: adds the caller to its supporters. Each account counts once. Safe to retry.',
      body: secondBody,
      bodyOptional: true,
      answers: { ...updatedRequest, ...errorResponses(404, 409, 429) },
      handler: async (_context, { path, body, caller }) =>
        publicRequest(await requests.second(path.request_id, body.why, caller)),
    }),
    endpoint({
      ...requestRoute,
      method: 'delete',
      path: `${requestRoute.path}/seconds`,
      id: 'unsecond_model_request',
      tags,
      who: who.asks,
      summary: 'Withdraw support for a model request',
      description:
        'The account that created the request may withdraw in the same way. A request without supporters is withdrawn.',
      answers: { ...updatedRequest, ...errorResponses(400, 404, 409, 429) },
      handler: async (_context, { path, caller }) =>
        publicRequest(await requests.unsecond(path.request_id, caller)),
    }),
    endpoint({
      ...requestRoute,
      method: 'post',
      path: `${requestRoute.path}/comments`,
      id: 'comment_on_model_request',
      tags,
      who: who.asks,
      summary: 'Comment on a model request',
      body: commentBody,
      answers: { ...updatedRequest, ...errorResponses(400, 404, 429) },
      handler: async (_context, { path, body, caller }) =>
        publicRequest(await requests.comment(path.request_id, body.text, caller)),
    }),
    endpoint({
      ...requestRoute,
      method: 'post',
      path: `${requestRoute.path}/decide`,
      id: 'decide_model_request',
      tags,
      who: who.decidesRequests,
      summary: 'Decide on a model request',
      body: decideBody,
      answers: { ...updatedRequest, ...errorResponses(400, 404, 409) },
      handler: async (_context, { path, body, caller }) =>
        publicRequest(await requests.decide(path.request_id, body, caller)),
    }),
    endpoint({
      ...requestRoute,
      method: 'post',
      path: `${requestRoute.path}/changes`,
      id: 'propose_for_model_request',
      tags,
      who: who.discusses('requestor'),
      summary: 'Link a change to a model request',
      description:
        "Links the caller's own pending change; approvers may link any pending, approved or applied change. The link appears in the conversation of the change. Several changes may be linked; the first that is applied fulfills the request.",
      body: proposeBody,
      answers: { ...updatedRequest, ...errorResponses(400, 404, 409, 429) },
      handler: async (_context, { path, body, caller }) =>
        publicRequest(await requests.propose(path.request_id, body.change_id, caller)),
    }),
  ],
});

/**
 * Parses the `cursor` of a call: the position from which the list of requests continues.
 * @throws RegistryError `invalid_input` (422) when the text is not a cursor
 */
function parseCursor(cursor: string): RequestListPosition {
  const [, wanted, id] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? [];
  if (wanted && id) return { wanted: Number(wanted), request_id: Number(id) };
  const msg = 'Input should be the next_cursor of a page before';
  throw createInputError([{ type: 'request_cursor', loc: ['query', 'cursor'], msg, input: cursor }]);
}
