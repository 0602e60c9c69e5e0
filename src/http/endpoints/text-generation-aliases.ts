import { z } from 'zod';
import { parseOrThrow } from '../../registry/records/parse.ts';
import { answerDeleted, answerRead, answerWrite, caching } from '../answers/json-answer.ts';
import type { Resource } from '../answers/resource.ts';
import { json, sendReady } from '../answers/send.ts';
import { refuses } from '../openapi/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import { callerOf } from '../requests/auth.ts';
import { endingWith, nameBefore, nameInPath, routeByTrailingAction } from '../requests/trailing-action.ts';
import {
  addAliasRequest,
  groupAliasListResponse,
  groupAliasResponse,
  removeAliasRequest,
  setAliasesRequest,
} from '../shapes/text-links.ts';

const prefix = '/model_references/v2/text_generation/aliases';
const id = 'model_references_v2_text_generation_aliases';

const shared = { tags: ['v2', 'text_utils'] } as const;
const one = {
  ...shared,
  path: `${prefix}/{canonical}`,
  parameters: {
    canonical: z.string().meta({ description: 'A group. May contain slashes, raw or percent-encoded.' }),
  },
} as const;
const entry = { 200: { description: 'The entry as it is now.', schema: groupAliasResponse } };

const operations: readonly Operation[] = [
  {
    ...shared,
    method: 'get',
    path: prefix,
    id: `list_aliases_${id}_get`,
    summary: 'All alias entries',
    conditional: true,
    answers: { 200: { description: 'By canonical group.', schema: groupAliasListResponse }, ...refuses(503) },
  },
  {
    ...one,
    method: 'get',
    id: `get_alias_${id}__canonical__get`,
    summary: 'The aliases of a group',
    conditional: true,
    answers: { ...entry, ...refuses(404, 422, 503) },
  },
  {
    ...one,
    method: 'put',
    id: `set_aliases_${id}__canonical__put`,
    summary: 'Replace the aliases of a group',
    description: 'An alias that is given twice is kept once. An empty list stays an entry.',
    key: true,
    body: { schema: setAliasesRequest },
    answers: { ...entry, ...refuses(401, 409, 503) },
  },
  {
    ...one,
    method: 'delete',
    id: `delete_aliases_${id}__canonical__delete`,
    summary: 'Remove all aliases of a group',
    key: true,
    answers: { 204: { description: 'Gone.' }, ...refuses(401, 404, 422, 503) },
  },
  {
    ...one,
    method: 'post',
    path: `${one.path}/add`,
    id: `add_alias_${id}__canonical__add_post`,
    summary: 'Add an alias',
    description: 'Adding it again changes nothing.',
    key: true,
    body: { schema: addAliasRequest },
    answers: { ...entry, ...refuses(401, 409, 503) },
  },
  {
    ...one,
    method: 'post',
    path: `${one.path}/remove`,
    id: `remove_alias_${id}__canonical__remove_post`,
    summary: 'Remove an alias',
    description: 'The entry goes with its last alias.',
    key: true,
    body: { schema: removeAliasRequest },
    answers: { ...entry, ...refuses(401, 404, 503) },
  },
];

/** Other names of groups. Written at once, without review. */
export const textGenerationAliases: Resource = {
  name: 'text-generation-aliases',
  operations,
  routes:
    ({ checks, groups: { views, aliases } }) =>
    async (scope) => {
      routeByTrailingAction(scope);
      const read = { onRequest: checks.groupEntriesHere('alias') };
      const write = { onRequest: checks.groupEntries };

      scope.get(prefix, read, async (request, reply) =>
        sendReady(request, reply, views.aliases(), json, caching.everyone),
      );

      scope.get(`${prefix}/*`, read, async (request, reply) =>
        answerRead(request, reply, aliases.get(nameInPath(request))),
      );

      scope.put(`${prefix}/*`, write, async (request, reply) => {
        const body = parseOrThrow(setAliasesRequest, request.body, 'body');
        const set = await aliases.set(nameInPath(request), body.aliases, callerOf(request));
        return answerWrite(reply, 200, set);
      });

      scope.delete(`${prefix}/*`, write, async (request, reply) => {
        await aliases.delete(nameInPath(request), callerOf(request));
        return answerDeleted(reply);
      });

      const adding = { ...write, constraints: endingWith('add') };
      scope.post(`${prefix}/*`, adding, async (request, reply) => {
        const { alias } = parseOrThrow(addAliasRequest, request.body, 'body');
        const added = await aliases.add(nameBefore(request, 'add'), alias, callerOf(request));
        return answerWrite(reply, 200, added);
      });

      const removing = { ...write, constraints: endingWith('remove') };
      scope.post(`${prefix}/*`, removing, async (request, reply) => {
        const { alias } = parseOrThrow(removeAliasRequest, request.body, 'body');
        const left = await aliases.remove(nameBefore(request, 'remove'), alias, callerOf(request));
        return answerWrite(reply, 200, left);
      });
    },
};
