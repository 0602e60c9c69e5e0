import { z } from 'zod';

/**
 * The answers of the catalogues as their other readers know them: these schemas refuse a key that they do not
 * know, and one that is missing. They are written apart from those of the service.
 */
const text = z.string();
const nullableText = z.string().nullable();
const revision = z.int().min(1);

export const recordMetadata = z.strictObject({
  revision,
  created_at: z.int().nullable(),
  created_by: nullableText,
  updated_at: z.int().nullable(),
  updated_by: nullableText,
});
export const createCatalogMetadata = z.strictObject({
  schema_version: z.literal(1),
  revision,
  updated_at: z.int().nullable(),
});

export const baseline = z.strictObject({
  name: text,
  display_name: nullableText,
  native_resolution: z.int().min(1).nullable(),
  alternative_names: z.array(text),
  capabilities: z.strictObject({
    controlnet: z.boolean(),
    controlnet_types_unavailable: z.array(text),
    transparent: z.boolean(),
    qr_code: z.boolean(),
    remix: z.boolean(),
    flow_matching: z.boolean(),
  }),
  horde_policy: z.strictObject({
    kudos: z.number(),
    kudos_qr_code: z.number().nullable(),
    kudos_hires: z.number().nullable(),
    batching: z.int().min(1),
    ttl: z.int().min(1),
    resolution_floor: z.int().min(0),
  }),
  metadata: recordMetadata,
});
export const baselineList = z.strictObject({
  items: z.array(baseline),
  total: z.int(),
  metadata: createCatalogMetadata,
});
export const baselineExport = z.strictObject({
  metadata: createCatalogMetadata,
  baselines: z.record(text, baseline),
});

const source = z.strictObject({ url: z.url(), title: nullableText, note: nullableText });
const audience = z.strictObject({
  overview: text,
  use_cases: z.array(text),
  tips: z.array(text),
  caveats: z.array(text),
});
const role = z.enum(['system', 'user', 'assistant', 'tool']);
const settings = z.record(text, z.json());
const profileFields = {
  profile_id: z.string().regex(/^[a-z0-9]+(?:[._-][a-z0-9]+)*$/),
  display_name: text,
  aliases: z.array(text),
  summary: text,
  user: audience,
  developer: audience,
  examples: z.array(
    z.strictObject({
      title: text,
      description: nullableText,
      messages: z.array(z.strictObject({ role, content: text })).min(1),
      rendered_prompt: nullableText,
    }),
  ),
  recommended_settings: settings,
  ai_horde_examples: z.array(
    z.strictObject({ title: text, prompt: text, parameters: settings, notes: nullableText }),
  ),
  sources: z.array(source),
  deprecated: z.boolean(),
  metadata: recordMetadata,
};
const template = z.strictObject({
  template_id: text,
  name: text,
  syntax: z.enum(['jinja2', 'handlebars', 'python_format', 'literal', 'other']),
  syntax_name: nullableText,
  template: text,
  variables: z.array(z.strictObject({ name: text, description: text, required: z.boolean() })),
});
export const profile = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('prompt_contract'),
    ...profileFields,
    interaction_modes: z.array(z.enum(['completion', 'instruction', 'chat'])).min(1),
    accepted_roles: z.array(role),
    role_markers: z.record(text, text),
    stop_sequences: z.array(text),
    templates: z.array(template),
  }),
  z.strictObject({
    kind: z.literal('usage_recipe'),
    ...profileFields,
    capability: z.enum(['tool_calling', 'structured_output']).nullable(),
    scenario: nullableText,
  }),
]);
export const profileList = z.strictObject({
  items: z.array(
    z.strictObject({
      profile_id: text,
      kind: z.enum(['prompt_contract', 'usage_recipe']),
      display_name: text,
      summary: text,
      aliases: z.array(text),
      deprecated: z.boolean(),
      assigned_model_count: z.int().min(0),
    }),
  ),
  total: z.int(),
  metadata: createCatalogMetadata,
});
export const assignment = z.strictObject({
  model_name: text,
  primary_profile_id: text,
  supplemental_profile_ids: z.array(text),
  metadata: recordMetadata,
});
export const assignmentList = z.strictObject({
  items: z.array(assignment),
  total: z.int(),
  metadata: createCatalogMetadata,
});
const status = z.enum(['published', 'legacy_label', 'undocumented']);
export const guidanceSummary = z.strictObject({
  status,
  primary_profile_id: nullableText,
  supplemental_profile_ids: z.array(text),
});
export const modelGuidance = z.strictObject({
  model_name: text,
  summary: guidanceSummary,
  primary_profile: profile.nullable(),
  supplemental_profiles: z.array(profile),
  legacy_instruct_format: nullableText,
  catalog_metadata: createCatalogMetadata,
});
export const guidanceExport = z.strictObject({
  metadata: createCatalogMetadata,
  profiles: z.record(text, profile),
  assignments: z.record(text, assignment),
});
/** The parts of a group's answer that are about guidance. */
export const groupGuidance = z.object({
  members: z.array(z.object({ guidance: guidanceSummary })),
  guidance_coverage: z.record(status, z.int().min(0)),
});
const permission = z.enum(['allowed', 'allowed_with_conditions', 'prohibited', 'unknown']);
const obligations = z.array(
  z.enum([
    'attribution',
    'include_license',
    'share_alike',
    'disclose_source',
    'network_source_disclosure',
    'responsible_use_restrictions',
    'other',
  ]),
);
const day = z.iso.date().nullable();
const licenseAssignment = z.strictObject({
  license_expression: text,
  license_ids: z.array(text),
  commercial_use: permission,
  redistribution: permission,
  obligations,
  attribution: nullableText,
  evidence: z.array(z.strictObject({ source: text, description: nullableText, checked_at: day })),
  reviewed_by: nullableText,
  reviewed_at: day,
  notes: nullableText,
});
export const licenseDefinition = z.strictObject({
  license_id: text,
  name: text,
  spdx_identifier: nullableText,
  canonical_url: text,
  commercial_use: permission,
  redistribution: permission,
  obligations,
  restrictions: z.array(text),
  notes: nullableText,
  deprecated: z.boolean(),
  metadata: recordMetadata,
});
const assetFacts = {
  asset_identifier: text,
  display_name: text,
  source_url: nullableText,
  version: nullableText,
  locations: z.array(text),
  related_assets: z.array(text),
  notes: nullableText,
};
export const licensedAsset = z.strictObject({
  asset_kind: z.enum(['software_component', 'custom_node', 'other']),
  ...assetFacts,
  licensing: licenseAssignment,
  metadata: recordMetadata,
});
export const assetView = z.strictObject({
  asset_kind: z.enum(['model', 'software_component', 'custom_node', 'other']),
  ...assetFacts,
  category: nullableText,
  licensing: licenseAssignment.extend({ files: z.record(text, licenseAssignment) }),
  definition_urls: z.record(text, z.string().startsWith('/model_references/v2/licensing/licenses/')),
  metadata: recordMetadata.nullable(),
});
const pageOf = <S extends z.ZodType>(item: S) =>
  z.strictObject({
    items: z.array(item),
    total: z.int(),
    offset: z.int(),
    limit: z.int(),
    metadata: createCatalogMetadata,
  });
export const licensePage = pageOf(licenseDefinition);
export const assetPage = pageOf(assetView);
const counts = z.strictObject(Object.fromEntries(permission.options.map((each) => [each, z.int()])));
export const licenseSummary = z.strictObject({
  total_assets: z.int(),
  commercial_use: counts,
  redistribution: counts,
  licenses: z.record(text, z.int()),
});
export const licensingExport = z.strictObject({
  schema_version: z.literal(1),
  metadata: createCatalogMetadata,
  licenses: z.array(licenseDefinition),
  assets: z.array(assetView),
  summary: licenseSummary,
});
/** The answer of the proposal for the labels of the models. */
export const migrationPreview = z.strictObject({
  change_set: z
    .strictObject({ title: text, profile_changes: z.array(z.json()), assignment_changes: z.array(z.json()) })
    .nullable(),
  source_model_count: z.int(),
  format_count: z.int(),
});
