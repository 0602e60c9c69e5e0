import { z } from 'zod';
import { interactionModes, textCapabilities } from '../../records/categories/text/usage-fields.ts';
import { catalogMetadataShape, recordMetadata } from '../catalogues/shapes.ts';
import { guidanceChangeSet } from './change-set.ts';
import { guidanceSummary } from './shapes.ts';

const text = z.string();
const nullableText = text.nullable();
const roles = z.array(z.enum(['system', 'user', 'assistant', 'tool']));
const settings = z.record(text, z.unknown()).meta({ description: 'Parameters of the horde’s text API.' });

const audience = z
  .strictObject({ overview: text, use_cases: z.array(text), tips: z.array(text), caveats: z.array(text) })
  .meta({
    id: 'GuidanceAudience',
    description: 'Guidance for one kind of reader, in CommonMark without HTML.',
  });

const profileFields = {
  profile_id: text,
  display_name: text,
  aliases: z.array(text).meta({ description: 'Other names, unique among profiles, case-insensitive.' }),
  summary: text.meta({ description: 'CommonMark without HTML.' }),
  user: audience,
  developer: audience,
  examples: z.array(
    z.strictObject({
      title: text,
      description: nullableText,
      messages: z.array(z.strictObject({ role: roles.element, content: text })),
      rendered_prompt: nullableText,
    }),
  ),
  recommended_settings: settings,
  ai_horde_examples: z.array(
    z.strictObject({ title: text, prompt: text, parameters: settings, notes: nullableText }),
  ),
  sources: z.array(z.strictObject({ url: text, title: nullableText, note: nullableText })),
  deprecated: z.boolean(),
  metadata: recordMetadata,
};

const promptContract = z
  .strictObject({
    kind: z.literal('prompt_contract'),
    ...profileFields,
    interaction_modes: z.array(z.enum(interactionModes)),
    accepted_roles: roles,
    role_markers: z.record(text, text),
    stop_sequences: z.array(text),
    templates: z
      .array(
        z.strictObject({
          template_id: text,
          name: text,
          syntax: z.enum(['jinja2', 'handlebars', 'python_format', 'literal', 'other']),
          syntax_name: nullableText,
          template: text,
          variables: z.array(z.strictObject({ name: text, description: text, required: z.boolean() })),
        }),
      )
      .meta({ description: 'Text to read and copy; the registry never executes it.' }),
  })
  .meta({ id: 'PromptContract', description: 'Prompt format of a family of models.' });

const usageRecipe = z
  .strictObject({
    kind: z.literal('usage_recipe'),
    ...profileFields,
    capability: z.enum(textCapabilities).nullable(),
    scenario: nullableText,
  })
  .meta({
    id: 'UsageRecipe',
    description: 'Instructions for a use of the model, in addition to its contract.',
  });

export const guidanceProfile = z
  .discriminatedUnion('kind', [promptContract, usageRecipe])
  .meta({ id: 'GuidanceProfile', description: 'How to prompt a model.' });

const assignment = z
  .strictObject({
    model_name: text,
    primary_profile_id: text,
    supplemental_profile_ids: z.array(text),
    metadata: recordMetadata,
  })
  .meta({ id: 'GuidanceAssignment', description: 'The profiles of a text model.' });

export const profileList = z
  .strictObject({
    items: z.array(
      z.strictObject({
        profile_id: text,
        kind: z.enum(['prompt_contract', 'usage_recipe']),
        display_name: text,
        summary: text,
        aliases: z.array(text),
        deprecated: z.boolean(),
        assigned_model_count: z.int(),
      }),
    ),
    total: z.int(),
    metadata: catalogMetadataShape,
  })
  .meta({ id: 'GuidanceProfileList', description: 'Profiles by id.' });

export const assignmentList = z
  .strictObject({ items: z.array(assignment), total: z.int(), metadata: catalogMetadataShape })
  .meta({ id: 'GuidanceAssignmentList', description: 'Assignments by model name.' });

export const guidanceExport = z
  .strictObject({
    metadata: catalogMetadataShape,
    profiles: z.record(text, guidanceProfile),
    assignments: z.record(text, assignment),
  })
  .meta({ id: 'TextGuidanceExport', description: 'The catalogue of text guidance.' });

export const modelGuidance = z
  .strictObject({
    model_name: text,
    summary: guidanceSummary,
    primary_profile: guidanceProfile.nullable(),
    supplemental_profiles: z.array(guidanceProfile),
    legacy_instruct_format: nullableText,
    catalog_metadata: catalogMetadataShape,
  })
  .meta({ id: 'ModelGuidance', description: 'The guidance of one text model.' });

export const migrationPreviewShape = z
  .strictObject({
    change_set: guidanceChangeSet.nullable().meta({ description: 'Null if there is nothing to propose.' }),
    source_model_count: z.int().meta({ description: 'Text models with an `instruct_format`.' }),
    format_count: z.int().meta({ description: 'Labels of the models, case-insensitive.' }),
  })
  .meta({ id: 'GuidanceMigrationPreview', description: 'The change set to propose. It is not stored.' });
