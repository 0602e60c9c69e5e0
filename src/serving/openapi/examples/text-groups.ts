import { changeId } from './queue.ts';
import { text } from './records.ts';

export const group = 'Mistral';
export const family = 'mistral';
const alias = 'Mistral-Instruct';
const name = text.record.name;
const parts = {
  base_name: 'mistralai/Mistral',
  size: '7B',
  variant: 'Instruct',
  quant: null,
  version: 'v0.3',
};
const members = [group, 'Mistral-Nemo'];
const groupFamily = { family_name: family, members };
const issue = {
  group_name: group,
  issue_type: 'singleton_group',
  message: 'Group has only 1 canonical model - may not need a group',
  severity: 'warning',
};
const nameSchema = {
  separator: '-',
  part_order: ['base', 'size', 'variant', 'version'],
  author_included: true,
  common_author: 'mistralai',
  template: '{author}/{base}-{size}-{variant}-{version}',
  extra_parts: [],
};
const { baseline, parameters, description, url, style, tags, instruct_format } = text.record;

export const textGroupExamples: Readonly<Record<string, unknown>> = {
  ParsedNameResponse: { original_name: name, ...parts, suggested_group: group, extras: [] },
  ComposeNameRequest: {
    base_name: 'Mistral',
    size: '7B',
    author: 'mistralai',
    variant: 'Instruct',
    version: 'v0.3',
    separator: '-',
  },
  ComposeNameResponse: { composed_name: name, already_exists: true, suggested_group: group },
  DistinctBaselinesResponse: { baselines: ['mistralai/Mistral-7B-v0.3', 'mistralai/Mistral-Nemo-Base-2407'] },
  ResolvedTextName: {
    name,
    confidence: 'likely',
    candidates: [name],
    group,
    family,
    rule: 'author_omitted',
    rules: ['letter_case', 'author_omitted'],
  },
  UnresolvedTextName: {
    detail: "No text model is called or meant by 'mistral-7b-instrukt'.",
    nearest: [name],
  },
  NameExceptionRequest: { reason: 'Published under this name by its author.' },
  NameExceptionResponse: { pending_change_id: changeId },
  GroupListResponse: { groups: members },
  GroupsSummaryResponse: {
    groups: [
      {
        group_name: group,
        canonical_count: 1,
        backend_duplicate_count: 0,
        has_custom_schema: false,
        family_name: family,
        alias_canonical: null,
        aliases: [alias],
        available_sizes: ['7B'],
        health_issues: [issue],
      },
    ],
    total_groups: 1,
    total_models: 1,
    groups_with_families: 1,
    groups_with_aliases: 1,
    groups_with_issues: 1,
  },
  GroupHealthResponse: {
    issues: [issue],
    total_groups_checked: 1,
    groups_with_issues: 1,
    issue_counts_by_type: { singleton_group: 1 },
  },
  GroupMembersResponse: {
    group_name: group,
    members: [
      {
        name,
        parsed: { ...parts, extras: [] },
        parameters,
        baseline,
        nsfw: false,
        description,
        url,
        style,
        tags,
        display_name: null,
        instruct_format,
        is_backend_duplicate: false,
        backend_prefix: null,
      },
    ],
    common_fields: { baseline, description, url, nsfw: false, tags, style, instruct_format },
    available_sizes: ['7B'],
    available_variants: ['Instruct'],
    available_quants: [null],
    available_versions: ['v0.3'],
    size_usage: { '7B': 1 },
    variant_usage: { Instruct: 1 },
    quant_usage: {},
    name_format: nameSchema,
    canonical_count: 1,
    backend_duplicate_count: 0,
    name_schema_is_custom: false,
    exception_members: [],
    related_family: groupFamily,
    health_issues: [issue],
  },
  CommonFieldsUpdateRequest: { baseline, nsfw: false, tags, style, instruct_format },
  BatchUpdateResponse: {
    updated_count: 1,
    batch_id: '8f14e45f-ceea-467f-a9d4-3d2f1c0b7a56',
    pending_change_ids: [changeId],
  },
  GroupNameSchemaResponse: { group_name: group, name_schema: nameSchema, is_custom: true },
  GroupNameSchemaUpdateRequest: nameSchema,
  GroupAliasResponse: { canonical: group, aliases: [alias] },
  GroupAliasListResponse: { entries: [{ canonical: group, aliases: [alias] }] },
  SetAliasesRequest: { aliases: [alias] },
  AddAliasRequest: { alias },
  RemoveAliasRequest: { alias },
  GroupFamilyResponse: groupFamily,
  GroupFamilyListResponse: { families: [groupFamily] },
  SetFamilyRequest: { members },
  AddFamilyMemberRequest: { group_name: 'Mistral-Nemo' },
  RemoveFamilyMemberRequest: { group_name: 'Mistral-Nemo' },
  DetectFamiliesResponse: {
    suggestions: [groupFamily],
    total_groups_analyzed: 3,
    groups_in_families: 2,
    standalone_groups: 1,
  },
};
