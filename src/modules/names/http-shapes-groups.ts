import { z } from 'zod';
import { laxArray, laxBoolean, laxObject, laxString, orNull } from '../../records/lax.ts';
import { limits } from '../../serving/requests/limits.ts';
import { groupFamilyResponse } from './http-families.ts';
import { parsedNameInfo } from './http-names.ts';

const names = (description: string) => z.array(z.string()).meta({ description });
const withNull = (description: string) => z.array(z.string().nullable()).meta({ description });
const usage = z
  .record(z.string(), z.int())
  .meta({ description: 'Members per value; nulls are not counted.' });
const text = z.string().nullable();

export const groupListResponse = z
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
    issue_type: z.enum([
      'singleton_group',
      'inconsistent_baseline',
      'inconsistent_nsfw',
      'missing_baseline',
      'missing_description',
    ]),
    message: z.string(),
    severity: z.enum(['warning', 'info']),
  })
  .meta({ id: 'GroupHealthIssue', description: 'Something odd about a group.' });

export const groupMembersResponse = z
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

export const groupsSummaryResponse = z
  .object({
    groups: z.array(groupSummaryEntry),
    total_groups: z.int(),
    total_models: z.int().meta({ description: 'Members of all groups.' }),
    groups_with_families: z.int(),
    groups_with_aliases: z.int(),
    groups_with_issues: z.int(),
  })
  .meta({ id: 'GroupsSummaryResponse', description: 'All groups, by name.' });

export const groupHealthResponse = z
  .object({
    issues: z.array(groupHealthIssue),
    total_groups_checked: z.int(),
    groups_with_issues: z.int(),
    issue_counts_by_type: z.record(z.string(), z.int()),
  })
  .meta({ id: 'GroupHealthResponse', description: 'The issues of all groups, by group name.' });

export const commonFieldsUpdateRequest = laxObject({
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

export const batchUpdateResponse = z
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

export const groupNameSchemaResponse = z
  .object({
    group_name: z.string(),
    name_schema: nameSchema,
    is_custom: z.boolean().meta({ description: 'False: inferred from the names of the members.' }),
  })
  .meta({ id: 'GroupNameSchemaResponse', description: 'The naming schema of a group.' });

export const groupNameSchemaUpdateRequest = laxObject({
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
