import { z } from 'zod';
import { laxInt, laxObject, queryValue } from '../../registry/records/lax.ts';
import { parseOrThrow } from '../../registry/records/parse.ts';
import { answerDeleted, answerRead, answerWrite, caching } from '../answers/json-answer.ts';
import type { Resource } from '../answers/resource.ts';
import { json, sendReady } from '../answers/send.ts';
import { refuses } from '../openapi/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import { callerOf } from '../requests/auth.ts';
import { parseQuery } from '../requests/query.ts';
import { endingWith, nameBefore, nameInPath, routeByTrailingAction } from '../requests/trailing-action.ts';
import {
  addFamilyMemberRequest,
  detectFamiliesResponse,
  groupFamilyListResponse,
  groupFamilyResponse,
  removeFamilyMemberRequest,
  setFamilyRequest,
} from '../shapes/text-links.ts';

const prefix = '/model_references/v2/text_generation/families';
const id = 'model_references_v2_text_generation_families';

const detectQuery = laxObject({
  min_prefix_length: queryValue(laxInt({ ge: 2, le: 20 }).default(3)).meta({
    description: 'Characters of the shared prefix, at least.',
  }),
  min_family_size: queryValue(laxInt({ ge: 2, le: 50 }).default(2)).meta({
    description: 'Groups in a family, at least.',
  }),
});

const shared = { tags: ['v2', 'text_utils'] } as const;
const one = {
  ...shared,
  path: `${prefix}/{family_name}`,
  parameters: {
    family_name: z.string().meta({ description: 'A family. May contain slashes, raw or percent-encoded.' }),
  },
} as const;
const family = { 200: { description: 'The family as it is now.', schema: groupFamilyResponse } };

const operations: readonly Operation[] = [
  {
    ...shared,
    method: 'get',
    path: prefix,
    id: `list_families_${id}_get`,
    summary: 'All families',
    conditional: true,
    answers: { 200: { description: 'By name.', schema: groupFamilyListResponse }, ...refuses(503) },
  },
  {
    ...shared,
    method: 'get',
    path: `${prefix}/detect`,
    id: `detect_family_suggestions_${id}_detect_get`,
    summary: 'Suggest families',
    description:
      'Groups whose names share their first words, words being separated by `-`. Nothing is stored.',
    query: detectQuery,
    conditional: true,
    answers: { 200: { description: 'Suggestions, by name.', schema: detectFamiliesResponse } },
  },
  {
    ...one,
    method: 'get',
    id: `get_family_${id}__family_name__get`,
    summary: 'One family',
    conditional: true,
    answers: { ...family, ...refuses(404, 422, 503) },
  },
  {
    ...one,
    method: 'put',
    id: `set_family_${id}__family_name__put`,
    summary: 'Create or replace a family',
    description: 'Members are kept once each, and sorted. They need not be groups of models.',
    key: true,
    body: { schema: setFamilyRequest },
    answers: { ...family, ...refuses(401, 409, 503) },
  },
  {
    ...one,
    method: 'delete',
    id: `delete_family_${id}__family_name__delete`,
    summary: 'Delete a family',
    key: true,
    answers: { 204: { description: 'Gone.' }, ...refuses(401, 404, 422, 503) },
  },
  {
    ...one,
    method: 'post',
    path: `${one.path}/add`,
    id: `add_family_member_${id}__family_name__add_post`,
    summary: 'Add a group to a family',
    description: 'Adding it again changes nothing.',
    key: true,
    body: { schema: addFamilyMemberRequest },
    answers: { ...family, ...refuses(401, 404, 409, 503) },
  },
  {
    ...one,
    method: 'post',
    path: `${one.path}/remove`,
    id: `remove_family_member_${id}__family_name__remove_post`,
    summary: 'Remove a group from a family',
    description: 'The family goes with its last member.',
    key: true,
    body: { schema: removeFamilyMemberRequest },
    answers: { ...family, ...refuses(401, 404, 503) },
  },
];

/** Families of groups. Written at once, without review. */
export const textGenerationFamilies: Resource = {
  name: 'text-generation-families',
  operations,
  routes:
    ({ checks, groups: { views, families } }) =>
    async (scope) => {
      routeByTrailingAction(scope);
      const read = { onRequest: checks.groupEntriesHere('family') };
      const write = { onRequest: checks.groupEntries };

      scope.get(prefix, read, async (request, reply) =>
        sendReady(request, reply, views.families(), json, caching.everyone),
      );

      scope.get(`${prefix}/detect`, async (request, reply) => {
        const suggestions = views.detectedFamilies(parseQuery(detectQuery, request));
        return sendReady(request, reply, suggestions, json, caching.everyone);
      });

      scope.get(`${prefix}/*`, read, async (request, reply) =>
        answerRead(request, reply, families.get(nameInPath(request))),
      );

      scope.put(`${prefix}/*`, write, async (request, reply) => {
        const { members } = parseOrThrow(setFamilyRequest, request.body, 'body');
        const set = await families.set(nameInPath(request), members, callerOf(request));
        return answerWrite(reply, 200, set);
      });

      scope.delete(`${prefix}/*`, write, async (request, reply) => {
        await families.delete(nameInPath(request), callerOf(request));
        return answerDeleted(reply);
      });

      const adding = { ...write, constraints: endingWith('add') };
      scope.post(`${prefix}/*`, adding, async (request, reply) => {
        const { group_name } = parseOrThrow(addFamilyMemberRequest, request.body, 'body');
        const added = await families.add(nameBefore(request, 'add'), group_name, callerOf(request));
        return answerWrite(reply, 200, added);
      });

      const removing = { ...write, constraints: endingWith('remove') };
      scope.post(`${prefix}/*`, removing, async (request, reply) => {
        const { group_name } = parseOrThrow(removeFamilyMemberRequest, request.body, 'body');
        const left = await families.remove(nameBefore(request, 'remove'), group_name, callerOf(request));
        return answerWrite(reply, 200, left);
      });
    },
};
