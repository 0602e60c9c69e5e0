import { z } from 'zod';
import { laxObject, laxString, queryValue } from '../../registry/records/lax.ts';
import { refuses } from '../openapi/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import { writeQuery } from '../propose.ts';
import { dryRunsResponse } from '../shapes/diffs.ts';
import {
  batchUpdateResponse,
  commonFieldsUpdateRequest,
  groupHealthResponse,
  groupListResponse,
  groupMembersResponse,
  groupNameSchemaResponse,
  groupNameSchemaUpdateRequest,
  groupsSummaryResponse,
} from '../shapes/text-groups.ts';

const prefix = '/model_references/v2/text_generation';
const id = 'model_references_v2_text_generation';
const tags = ['v2', 'text_utils'];

export const groupQuery = laxObject({
  name: queryValue(laxString()).meta({ description: 'The exact name of the group.' }),
});

const groupInPath = {
  group_name: z
    .string()
    .meta({ description: 'The exact name of the group. May contain slashes, raw or percent-encoded.' }),
};

/** An operation on one group, without the name of the group. */
type OnGroup = Omit<Operation, 'path' | 'id' | 'tags' | 'query' | 'parameters'> & {
  readonly handler: string;
  /** What follows the group: `/name_schema`. */
  readonly tail: string;
  /** Beside the group. */
  readonly query?: z.ZodObject;
};

/**
 * The two forms of an operation. Clients know the ids of the query form; the path form has ids of its own.
 */
function bothForms({ handler, tail, query, ...operation }: OnGroup): Operation[] {
  const tailId = tail.replace('/', '_');
  const { method } = operation;
  return [
    {
      ...operation,
      path: `${prefix}/group${tail}`,
      id: `${handler}_${id}_group${tailId}_${method}`,
      tags,
      query: query ? groupQuery.extend(query.shape) : groupQuery,
    },
    {
      ...operation,
      path: `${prefix}/group/{group_name}${tail}`,
      id: `${handler}_${id}_group__group_name_${tailId}_${method}`,
      tags,
      parameters: groupInPath,
      ...(query && { query }),
      answers: { ...(operation.body ? {} : refuses(422)), ...operation.answers },
    },
  ];
}

const read = { method: 'get', tags, conditional: true } as const;

export const textGroupOperations: readonly Operation[] = [
  {
    ...read,
    path: `${prefix}/groups`,
    id: `list_groups_${id}_groups_get`,
    summary: 'The names of all groups',
    answers: { 200: { description: 'Sorted.', schema: groupListResponse } },
  },
  {
    ...read,
    path: `${prefix}/groups/summary`,
    id: `list_groups_summary_${id}_groups_summary_get`,
    summary: 'All groups, in one line each',
    answers: { 200: { description: 'By name.', schema: groupsSummaryResponse } },
  },
  {
    ...read,
    path: `${prefix}/groups/health`,
    id: `check_groups_health_${id}_groups_health_get`,
    summary: 'What is odd about groups',
    answers: { 200: { description: 'The issues, by group name.', schema: groupHealthResponse } },
  },
  ...bothForms({
    handler: 'get_group',
    tail: '',
    method: 'get',
    summary: 'All of one group',
    conditional: true,
    answers: {
      200: { description: 'Members, shared fields, sizes, naming.', schema: groupMembersResponse },
      ...refuses(404),
    },
  }),
  ...bothForms({
    handler: 'update_group_common_fields',
    tail: '/common_fields',
    method: 'put',
    summary: 'Propose to set fields of all canonical members',
    description:
      'Queues one update per member, or none, on a deployment of either canonical format. An explicit null clears a field.',
    key: true,
    query: writeQuery,
    body: { schema: commonFieldsUpdateRequest },
    answers: {
      200: { description: 'A dry run: what the changes would be.', schema: dryRunsResponse },
      202: { description: 'Queued: the changes wait for an approver.', schema: batchUpdateResponse },
      ...refuses(400, 401, 404, 503),
    },
  }),
  ...bothForms({
    handler: 'get_group_name_schema',
    tail: '/name_schema',
    method: 'get',
    summary: 'The naming schema of a group',
    description: 'The saved one (of the group, or of the group it is an alias of), or else the inferred one.',
    conditional: true,
    answers: { 200: { description: 'The schema.', schema: groupNameSchemaResponse }, ...refuses(404) },
  }),
  ...bothForms({
    handler: 'update_group_name_schema',
    tail: '/name_schema',
    method: 'put',
    summary: 'Save a naming schema',
    description: 'Over the saved one, or else over the defaults. The group need not have models.',
    key: true,
    body: { schema: groupNameSchemaUpdateRequest },
    answers: {
      200: { description: 'As saved.', schema: groupNameSchemaResponse },
      ...refuses(401, 503),
    },
  }),
  ...bothForms({
    handler: 'delete_group_name_schema',
    tail: '/name_schema',
    method: 'delete',
    summary: 'Go back to the inferred naming schema',
    key: true,
    answers: { 204: { description: 'Gone.' }, ...refuses(401, 404, 503) },
  }),
];
