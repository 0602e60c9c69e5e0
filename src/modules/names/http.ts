import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import { absentOrNull, laxArray, laxBoolean, laxObject, laxString, queryValue } from '../../records/lax.ts';
import { healthIssueTypes } from '../../records/text-names/index.ts';
import { answerProposals } from '../../serving/answers/proposals.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { limits } from '../../serving/requests/limits.ts';
import { createNameParameter } from '../../serving/requests/path-parameters.ts';
import {
  type Call,
  type Endpoint,
  endpoint,
  type Operation,
  type Route,
} from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { guidanceCoverage, guidanceSummary } from '../guidance/shapes.ts';
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
    guidance: guidanceSummary,
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
  .meta({ id: 'NameFormatInfo', description: 'Format of the names of a group.' });

const nameExceptionInfo = z
  .object({ name: z.string(), reason: z.string() })
  .meta({ id: 'NameExceptionInfo', description: 'A member exempt from the naming schema.' });

const groupHealthIssue = z
  .object({
    group_name: z.string(),
    issue_type: z.enum(healthIssueTypes),
    message: z.string(),
    severity: z.enum(['warning', 'info']),
  })
  .meta({ id: 'GroupHealthIssue', description: 'An issue of a group.' });

const groupMembersResponse = z
  .object({
    group_name: z.string(),
    members: z.array(groupMemberInfo),
    common_fields: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Fields with the same value in all canonical members.' }),
    available_sizes: names('Ordered by number of parameters.'),
    available_variants: withNull('Null stands for members without one.'),
    available_quants: withNull('Null stands for members without one.'),
    available_versions: withNull('Null stands for members without one.'),
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
    guidance_coverage: guidanceCoverage,
  })
  .meta({ id: 'GroupMembersResponse', description: 'Members, shared fields, sizes and naming of a group.' });

const groupSummaryEntry = z
  .object({
    group_name: z.string(),
    canonical_count: z.int(),
    backend_duplicate_count: z.int(),
    has_custom_schema: z.boolean(),
    family_name: z.string().nullable(),
    alias_canonical: z.string().nullable().meta({ description: 'The group that this one is an alias of.' }),
    aliases: names('The aliases of this group.'),
    available_sizes: names('Sorted as strings.'),
    health_issues: z.array(groupHealthIssue),
  })
  .meta({ id: 'GroupSummaryEntry', description: 'Summary of a group.' });

const groupsSummaryResponse = z
  .object({
    groups: z.array(groupSummaryEntry),
    total_groups: z.int(),
    total_models: z.int().meta({ description: 'Number of members of all groups.' }),
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
  baseline: absentOrNull(laxString()),
  description: absentOrNull(laxString()),
  url: absentOrNull(laxString()),
  nsfw: absentOrNull(laxBoolean()),
  tags: absentOrNull(laxArray(laxString(), { max: limits.listedNames })),
  style: absentOrNull(laxString()),
  instruct_format: absentOrNull(laxString()),
}).meta({
  id: 'CommonFieldsUpdateRequest',
  description: 'The fields to set in all canonical members. Absent or null fields are left unchanged.',
});

const batchUpdateResponse = z
  .object({
    updated_count: z.int(),
    batch_id: z.string().meta({
      description:
        'Id of this update, also in the `request_metadata` of each change. Not the id of a review batch.',
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
  .meta({ id: 'TextModelGroupNameSchema', description: 'Format of the names of a group.' });

const groupNameSchemaResponse = z
  .object({
    group_name: z.string(),
    name_schema: nameSchema,
    is_custom: z.boolean().meta({ description: 'False: inferred from the names of the members.' }),
  })
  .meta({ id: 'GroupNameSchemaResponse', description: 'The naming schema of a group.' });

const groupNameSchemaUpdateRequest = laxObject({
  separator: absentOrNull(laxString()),
  part_order: absentOrNull(laxArray(laxString(), { max: limits.listedLabels })).meta({
    description: 'Of base, size, variant, version, quant; other labels are kept as they are.',
  }),
  author_included: absentOrNull(laxBoolean()),
  common_author: absentOrNull(laxString()),
  template: absentOrNull(laxString()),
  extra_parts: absentOrNull(laxArray(laxString(), { max: limits.listedLabels })),
}).meta({
  id: 'GroupNameSchemaUpdateRequest',
  description: 'Absent or null fields keep the saved value, else the default.',
});

const prefix = '/model_references/v2/text_generation';
const id = 'model_references_v2_text_generation';
const tags = ['v2', 'text_utils'];

const exactName = 'The exact name of the group.';
const groupQuery = laxObject({ name: queryValue(laxString()).meta({ description: exactName }) });
const groupInPath = { group_name: createNameParameter(exactName) };

/** The definition of an endpoint for one group. `createGroupEndpoints` adds the parameter with its name. */
type GroupRoute<B> = Pick<Route<never, unknown, B>, 'method' | 'body' | 'who'> &
  Pick<Operation, 'summary' | 'description' | 'dryRun' | 'retryable' | 'answers'> & {
    /** The prefix of the endpoint's operation ids, such as `get_group`. */
    readonly name: string;
    /** The part of the path after the group's name, such as `/name_schema`. */
    readonly tail: string;
    handler(call: Omit<Call<unknown, unknown, B>, 'path'>, group: string): unknown;
  };

/**
 * Creates two endpoints that share one handler. One takes the group's name from the query, and keeps the
 * operation id that existing clients use. The other takes it from the path, and has its own operation id.
 */
function createGroupEndpoints<B>({ name, tail, handler, ...facts }: GroupRoute<B>): Endpoint[] {
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

const base = { method: 'get', tags } as const;

const textGenerationGroups = ({ groups, changeReview }: NamesServices): Resource => ({
  name: 'text-generation-groups',
  readsModels: true,
  endpoints: [
    endpoint({
      ...base,
      path: `${prefix}/groups`,
      id: `list_groups_${id}_groups_get`,
      summary: 'List groups',
      answers: { 200: { description: 'Sorted.', schema: groupListResponse } },
      handler: () => groups.views.names(),
    }),
    endpoint({
      ...base,
      path: `${prefix}/groups/summary`,
      id: `list_groups_summary_${id}_groups_summary_get`,
      summary: 'List groups with a summary of each',
      answers: { 200: { description: 'By name.', schema: groupsSummaryResponse } },
      handler: () => groups.views.summary(),
    }),
    endpoint({
      ...base,
      path: `${prefix}/groups/health`,
      id: `check_groups_health_${id}_groups_health_get`,
      summary: 'List issues of groups',
      answers: { 200: { description: 'The issues, by group name.', schema: groupHealthResponse } },
      handler: () => groups.views.health(),
    }),
    ...createGroupEndpoints({
      name: 'get_group',
      tail: '',
      method: 'get',
      summary: 'Get a group',
      answers: {
        200: { description: 'Members, shared fields, sizes, naming.', schema: groupMembersResponse },
        ...errorResponses(404),
      },
      handler: async (_call, group) => (await groups.views.detail(group)) ?? throwNoModels(group),
    }),
    ...createGroupEndpoints({
      name: 'update_group_common_fields',
      tail: '/common_fields',
      method: 'put',
      summary: 'Propose common field values for a group',
      description:
        'Queues one update for each member that changes. Works with either canonical format. Fields that are absent or null are left unchanged; `""` or `[]` empties a text or list.',
      who: who.usesQueue('requestor'),
      dryRun: true,
      retryable: true,
      body: commonFieldsUpdateRequest,
      answers: {
        200: { description: 'Dry run: the changes that would be queued.', schema: dryRunsResponse },
        202: { description: 'Queued for review.', schema: batchUpdateResponse },
        ...errorResponses(400, 404),
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
    ...createGroupEndpoints({
      name: 'get_group_name_schema',
      tail: '/name_schema',
      method: 'get',
      summary: 'Get the naming schema of a group',
      description:
        'Returns the saved schema (of the group, or of the group that it is an alias of), else the inferred one.',
      answers: {
        200: { description: 'The schema.', schema: groupNameSchemaResponse },
        ...errorResponses(404),
      },
      handler: async (_call, group) => (await groups.views.nameSchema(group)) ?? throwNoModels(group),
    }),
    ...createGroupEndpoints({
      name: 'update_group_name_schema',
      tail: '/name_schema',
      method: 'put',
      summary: 'Set the naming schema of a group',
      description: 'Updates the saved schema, else the default schema. The group need not have models.',
      who: who.writesGroupEntries,
      body: groupNameSchemaUpdateRequest,
      answers: { 200: { description: 'The saved schema.', schema: groupNameSchemaResponse } },
      handler: ({ body, caller }, group) => groups.nameSchemas.save(group, body, caller),
    }),
    ...createGroupEndpoints({
      name: 'delete_group_name_schema',
      tail: '/name_schema',
      method: 'delete',
      summary: 'Reset the naming schema of a group',
      who: who.writesGroupEntries,
      answers: { 204: { description: 'Deleted.' }, ...errorResponses(404) },
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

function throwNoModels(group: string): never {
  throw new RegistryError('not_found', `No models found in group '${group}'`);
}
