import { RegistryError } from '../../kernel/errors.ts';
import { laxObject, laxString, queryValue } from '../../records/lax.ts';
import type { RouteContext } from '../../serving/context.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { nameOf } from '../../serving/requests/path-parameters.ts';
import {
  type Call,
  type Endpoint,
  endpoint,
  type Operation,
  type Route,
} from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { answerProposals, dryRunsResponse } from '../queue/index.ts';
import type { Groups } from './groups.ts';
import { textGenerationAliases } from './http-aliases.ts';
import { textGenerationFamilies } from './http-families.ts';
import { textGenerationNames } from './http-names.ts';
import {
  batchUpdateResponse,
  commonFieldsUpdateRequest,
  groupHealthResponse,
  groupListResponse,
  groupMembersResponse,
  groupNameSchemaResponse,
  groupNameSchemaUpdateRequest,
  groupsSummaryResponse,
} from './http-shapes-groups.ts';

declare module '../../serving/context.ts' {
  interface AppContext {
    readonly groups: Groups;
  }
}

const prefix = '/model_references/v2/text_generation';
const id = 'model_references_v2_text_generation';
const tags = ['v2', 'text_utils'];

const exactName = 'The exact name of the group.';
const groupQuery = laxObject({ name: queryValue(laxString()).meta({ description: exactName }) });
const groupInPath = { group_name: nameOf(exactName) };

/** The definition of an endpoint on one group. `onGroup` adds the parameter that names the group. */
type OnGroup<B> = Pick<Route<never, unknown, B>, 'method' | 'body' | 'who'> &
  Pick<Operation, 'summary' | 'description' | 'dryRun' | 'retryable' | 'answers'> & {
    /** The beginning of the endpoint's operation ids, such as `get_group`. */
    readonly name: string;
    /** The part of the path after the group's name, such as `/name_schema`. */
    readonly tail: string;
    handler(context: RouteContext, call: Omit<Call<unknown, unknown, B>, 'path'>, group: string): unknown;
  };

/**
 * Makes two endpoints that share one handler. One takes the group's name from the query, and has an operation
 * id that existing clients know. The other takes it from the path, and has an id of its own.
 */
function onGroup<B>({ name, tail, handler, ...facts }: OnGroup<B>): Endpoint[] {
  const tailId = tail.replace('/', '_');
  const { method } = facts;
  return [
    endpoint({
      ...facts,
      path: `${prefix}/group${tail}`,
      id: `${name}_${id}_group${tailId}_${method}`,
      tags,
      query: groupQuery,
      handler: (context, call) => handler(context, call, call.query.name),
    }),
    endpoint({
      ...facts,
      path: `${prefix}/group/{group_name}${tail}`,
      parameters: groupInPath,
      id: `${name}_${id}_group__group_name_${tailId}_${method}`,
      tags,
      handler: (context, call) => handler(context, call, call.path.group_name),
    }),
  ];
}

const read = { method: 'get', tags } as const;

const textGenerationGroups: Resource = {
  name: 'text-generation-groups',
  readsModels: true,
  endpoints: [
    endpoint({
      ...read,
      path: `${prefix}/groups`,
      id: `list_groups_${id}_groups_get`,
      summary: 'The names of all groups',
      answers: { 200: { description: 'Sorted.', schema: groupListResponse } },
      handler: ({ groups }) => groups.views.names(),
    }),
    endpoint({
      ...read,
      path: `${prefix}/groups/summary`,
      id: `list_groups_summary_${id}_groups_summary_get`,
      summary: 'All groups, in one line each',
      answers: { 200: { description: 'By name.', schema: groupsSummaryResponse } },
      handler: ({ groups }) => groups.views.summary(),
    }),
    endpoint({
      ...read,
      path: `${prefix}/groups/health`,
      id: `check_groups_health_${id}_groups_health_get`,
      summary: 'What is odd about groups',
      answers: { 200: { description: 'The issues, by group name.', schema: groupHealthResponse } },
      handler: ({ groups }) => groups.views.health(),
    }),
    ...onGroup({
      name: 'get_group',
      tail: '',
      method: 'get',
      summary: 'All of one group',
      answers: {
        200: { description: 'Members, shared fields, sizes, naming.', schema: groupMembersResponse },
        ...refuses(404),
      },
      handler: async ({ groups }, _call, group) => (await groups.views.detail(group)) ?? noModels(group),
    }),
    ...onGroup({
      name: 'update_group_common_fields',
      tail: '/common_fields',
      method: 'put',
      summary: 'Propose to set fields of all canonical members',
      description:
        'Queues one update per member, or none, on a deployment of either canonical format. What is absent or null stays; a text or list is emptied with `""` or `[]`.',
      who: who.usesQueue('requestor'),
      dryRun: true,
      retryable: true,
      body: commonFieldsUpdateRequest,
      answers: {
        200: { description: 'A dry run: what the changes would be.', schema: dryRunsResponse },
        202: { description: 'Queued: the changes wait for an approver.', schema: batchUpdateResponse },
        ...refuses(400, 404),
      },
      handler: (context, call, group) => {
        const { memberEdits } = context.groups;
        const { body, caller } = call;
        const proposals = memberEdits.proposals.commonFields(group, body, caller);
        return answerProposals(context, call, proposals, (retry) =>
          memberEdits.updateCommonFields(group, body, caller, retry),
        );
      },
    }),
    ...onGroup({
      name: 'get_group_name_schema',
      tail: '/name_schema',
      method: 'get',
      summary: 'The naming schema of a group',
      description:
        'The saved one (of the group, or of the group it is an alias of), or else the inferred one.',
      answers: { 200: { description: 'The schema.', schema: groupNameSchemaResponse }, ...refuses(404) },
      handler: async ({ groups }, _call, group) => (await groups.views.nameSchema(group)) ?? noModels(group),
    }),
    ...onGroup({
      name: 'update_group_name_schema',
      tail: '/name_schema',
      method: 'put',
      summary: 'Save a naming schema',
      description: 'Over the saved one, or else over the defaults. The group need not have models.',
      who: who.writesGroupEntries,
      body: groupNameSchemaUpdateRequest,
      answers: { 200: { description: 'As saved.', schema: groupNameSchemaResponse } },
      handler: ({ groups }, { body, caller }, group) => groups.nameSchemas.save(group, body, caller),
    }),
    ...onGroup({
      name: 'delete_group_name_schema',
      tail: '/name_schema',
      method: 'delete',
      summary: 'Go back to the inferred naming schema',
      who: who.writesGroupEntries,
      answers: { 204: { description: 'Gone.' }, ...refuses(404) },
      handler: ({ groups }, { caller }, group) => groups.nameSchemas.delete(group, caller),
    }),
  ],
};

export const namesResources: readonly Resource[] = [
  textGenerationNames,
  textGenerationGroups,
  textGenerationAliases,
  textGenerationFamilies,
];

function noModels(group: string): never {
  throw new RegistryError('not_found', `No models found in group '${group}'`);
}
