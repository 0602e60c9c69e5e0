import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import { laxArray, laxBoolean, laxObject, laxString, orNull, queryValue } from '../../records/lax.ts';
import { healthIssueTypes } from '../../records/text-names/index.ts';
import { answerProposals } from '../../serving/answers/proposals.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { limits } from '../../serving/requests/limits.ts';
import { nameOf } from '../../serving/requests/path-parameters.ts';
import {
  type Call,
  type Endpoint,
  endpoint,
  type Operation,
  type Route,
} from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { dryRunsResponse } from '../queue/shapes.ts';
import { groupFamilyResponse, textGenerationAliases, textGenerationFamilies } from './http-entries.ts';
import { parsedNameInfo, textGenerationNames } from './http-names.ts';
import type { NamesServices } from './module.ts';

const names = (description: string) => z.array(z.string()).meta({ description });
const withNull = (description: string) => z.array(z.string().nullable()).meta({ description });
const usage = z
  .record(z.string(), z.int())
  .meta({ description: 'Members per value; nulls are not counted.' });
const text = z.string().nullable();

const groupListResponse = z
  .object({ groups: z.array(z.string()) })
  .meta({ id: 'GroupListResponse', description: 'The names of all groups, sorted.' });

const groupMemberInfo = z
  .object({
    name: z.string(),
    parsed: parsedNameInfo,
    parameters: z.int().nullable(),
    baseline: text,
    nsfw: z.boolean().nullable(),
    description: text,
    url: text,
    style: text,
    tags: z.array(z.string()).nullable(),
    display_name: text,
    instruct_format: text,
    is_backend_duplicate: z.boolean(),
    backend_prefix: z.string().nullable(),
  })
  .meta({ id: 'GroupMemberInfo', description: 'A member with the values of its record.' });

const nameFormatInfo = z
  .object({
    separator: z.string(),
    part_order: z.array(z.string()),
    author_included: z.boolean(),
    common_author: z.string().nullable(),
    template: z.string(),
    extra_parts: z.array(z.string()),
  })
  .meta({ id: 'NameFormatInfo', description: 'How the names of a group are put together.' });

const nameExceptionInfo = z
  .object({ name: z.string(), reason: z.string() })
  .meta({ id: 'NameExceptionInfo', description: 'A member that may be named otherwise.' });

const groupHealthIssue = z
  .object({
    group_name: z.string(),
    issue_type: z.enum(healthIssueTypes),
    message: z.string(),
    severity: z.enum(['warning', 'info']),
  })
  .meta({ id: 'GroupHealthIssue', description: 'Something odd about a group.' });

const groupMembersResponse = z
  .object({
    group_name: z.string(),
    members: z.array(groupMemberInfo),
    common_fields: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Fields with one and the same value in all canonical members.' }),
    available_sizes: names('By number of parameters.'),
    available_variants: withNull('Null: some member has none.'),
    available_quants: withNull('Null: some member has none.'),
    available_versions: withNull('Null: some member has none.'),
    size_usage: usage,
    variant_usage: usage,
    quant_usage: usage,
    name_format: nameFormatInfo,
    canonical_count: z.int().meta({ description: 'Members without backend prefix.' }),
    backend_duplicate_count: z.int(),
    name_schema_is_custom: z.boolean(),
    exception_members: z.array(nameExceptionInfo),
    related_family: groupFamilyResponse.nullable(),
    health_issues: z.array(groupHealthIssue),
  })
  .meta({ id: 'GroupMembersResponse', description: 'All of one group.' });

const groupSummaryEntry = z
  .object({
    group_name: z.string(),
    canonical_count: z.int(),
    backend_duplicate_count: z.int(),
    has_custom_schema: z.boolean(),
    family_name: z.string().nullable(),
    alias_canonical: z.string().nullable().meta({ description: 'The group that this one is an alias of.' }),
    aliases: names('The aliases of this group.'),
    available_sizes: names('In the order of strings.'),
    health_issues: z.array(groupHealthIssue),
  })
  .meta({ id: 'GroupSummaryEntry', description: 'A group in one line.' });

const groupsSummaryResponse = z
  .object({
    groups: z.array(groupSummaryEntry),
    total_groups: z.int(),
    total_models: z.int().meta({ description: 'Members of all groups.' }),
    groups_with_families: z.int(),
    groups_with_aliases: z.int(),
    groups_with_issues: z.int(),
  })
  .meta({ id: 'GroupsSummaryResponse', description: 'All groups, by name.' });

const groupHealthResponse = z
  .object({
    issues: z.array(groupHealthIssue),
    total_groups_checked: z.int(),
    groups_with_issues: z.int(),
    issue_counts_by_type: z.record(z.string(), z.int()),
  })
  .meta({ id: 'GroupHealthResponse', description: 'The issues of all groups, by group name.' });

const commonFieldsUpdateRequest = laxObject({
  baseline: orNull(laxString()),
  description: orNull(laxString()),
  url: orNull(laxString()),
  nsfw: orNull(laxBoolean()),
  tags: orNull(laxArray(laxString(), { max: limits.listedNames })),
  style: orNull(laxString()),
  instruct_format: orNull(laxString()),
}).meta({
  id: 'CommonFieldsUpdateRequest',
  description: 'The fields to set in all canonical members. What is absent or null stays as it is.',
});

const batchUpdateResponse = z
  .object({
    updated_count: z.int(),
    batch_id: z.string().meta({
      description:
        'Names this update; in the `request_metadata` of each change. Not the number of a review batch.',
    }),
    pending_change_ids: z.array(z.int()),
  })
  .meta({ id: 'BatchUpdateResponse', description: 'One queued change per canonical member.' });

const nameSchema = z
  .object({
    separator: z.string(),
    part_order: z.array(z.string()),
    author_included: z.boolean(),
    common_author: z.string().nullable(),
    template: z.string().nullable(),
    extra_parts: z.array(z.string()),
  })
  .meta({ id: 'TextModelGroupNameSchema', description: 'How the names of a group are put together.' });

const groupNameSchemaResponse = z
  .object({
    group_name: z.string(),
    name_schema: nameSchema,
    is_custom: z.boolean().meta({ description: 'False: inferred from the names of the members.' }),
  })
  .meta({ id: 'GroupNameSchemaResponse', description: 'The naming schema of a group.' });

const groupNameSchemaUpdateRequest = laxObject({
  separator: orNull(laxString()),
  part_order: orNull(laxArray(laxString(), { max: limits.listedLabels })).meta({
    description: 'Of base, size, variant, version, quant; other labels are kept as they are.',
  }),
  author_included: orNull(laxBoolean()),
  common_author: orNull(laxString()),
  template: orNull(laxString()),
  extra_parts: orNull(laxArray(laxString(), { max: limits.listedLabels })),
}).meta({
  id: 'GroupNameSchemaUpdateRequest',
  description: 'What is absent or null stays as saved, or else is the default.',
});

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
    handler(call: Omit<Call<unknown, unknown, B>, 'path'>, group: string): unknown;
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
      handler: (_context, call) => handler(call, call.query.name),
    }),
    endpoint({
      ...facts,
      path: `${prefix}/group/{group_name}${tail}`,
      parameters: groupInPath,
      id: `${name}_${id}_group__group_name_${tailId}_${method}`,
      tags,
      handler: (_context, call) => handler(call, call.path.group_name),
    }),
  ];
}

const read = { method: 'get', tags } as const;

const textGenerationGroups = ({ groups, changeReview }: NamesServices): Resource => ({
  name: 'text-generation-groups',
  readsModels: true,
  endpoints: [
    endpoint({
      ...read,
      path: `${prefix}/groups`,
      id: `list_groups_${id}_groups_get`,
      summary: 'The names of all groups',
      answers: { 200: { description: 'Sorted.', schema: groupListResponse } },
      handler: () => groups.views.names(),
    }),
    endpoint({
      ...read,
      path: `${prefix}/groups/summary`,
      id: `list_groups_summary_${id}_groups_summary_get`,
      summary: 'All groups, in one line each',
      answers: { 200: { description: 'By name.', schema: groupsSummaryResponse } },
      handler: () => groups.views.summary(),
    }),
    endpoint({
      ...read,
      path: `${prefix}/groups/health`,
      id: `check_groups_health_${id}_groups_health_get`,
      summary: 'What is odd about groups',
      answers: { 200: { description: 'The issues, by group name.', schema: groupHealthResponse } },
      handler: () => groups.views.health(),
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
      handler: async (_call, group) => (await groups.views.detail(group)) ?? noModels(group),
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
      handler: (call, group) => {
        const { memberEdits } = groups;
        const { body, caller } = call;
        return answerProposals(call, {
          preview: () => changeReview.dryRunAll(memberEdits.proposals.commonFields(group, body, caller)),
          queue: (retry) => memberEdits.updateCommonFields(group, body, caller, retry),
        });
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
      handler: async (_call, group) => (await groups.views.nameSchema(group)) ?? noModels(group),
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
      handler: ({ body, caller }, group) => groups.nameSchemas.save(group, body, caller),
    }),
    ...onGroup({
      name: 'delete_group_name_schema',
      tail: '/name_schema',
      method: 'delete',
      summary: 'Go back to the inferred naming schema',
      who: who.writesGroupEntries,
      answers: { 204: { description: 'Gone.' }, ...refuses(404) },
      handler: ({ caller }, group) => groups.nameSchemas.delete(group, caller),
    }),
  ],
});

export const namesResources = (services: NamesServices): Resource[] => [
  textGenerationNames(services),
  textGenerationGroups(services),
  textGenerationAliases(services),
  textGenerationFamilies(services),
];

function noModels(group: string): never {
  throw new RegistryError('not_found', `No models found in group '${group}'`);
}
