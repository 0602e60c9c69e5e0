import { z } from 'zod';

const text = z.string().nullish();

const common = {
  name: z.string(),
  type: text,
  description: text,
  version: text,
  style: text,
  nsfw: z.boolean().nullish(),
  config: z.record(z.string(), z.unknown()).nullish(),
};

/** Wider than the body of a write: stored records may have a `type` that a write may not. */
export const legacyRecord = z.looseObject(common).meta({
  id: 'LegacyRecord',
  description:
    'A record as v1 shows it: beside these fields those of its category, and any others it was given.',
});

const groupSummary = z
  .object({
    member_count: z.int().meta({ description: 'Models, each counted once.' }),
    available_sizes: z.array(z.string()),
    available_quants: z.array(z.string()),
    common_baseline: z.string().nullable().meta({ description: 'Null when members differ.' }),
    any_nsfw: z.boolean(),
    any_has_description: z.boolean(),
    merged_tags: z.array(z.string()).meta({ description: 'Sorted.' }),
    name_format: z.object({
      separator: z.string(),
      part_order: z.array(z.string()),
      author_included: z.boolean(),
      common_author: z.string().nullable(),
      template: z.string(),
    }),
  })
  .meta({ id: 'LegacyGroupSummary', description: 'What the members of a group have in common.' });

export const legacyTextRecord = z
  .looseObject({
    ...common,
    model_name: z.string().meta({ description: 'The name without its author.' }),
    baseline: z.string(),
    parameters: z.int().nullable(),
    tags: z.array(z.string()).meta({ description: 'With the size and the style.' }),
    display_name: z.string().optional(),
    url: z.string().optional(),
    instruct_format: z.string().optional(),
    settings: z.record(z.string(), z.unknown()).optional(),
    text_model_group: z.string().optional().meta({ description: 'With include_group only.' }),
    text_model_group_summary: groupSummary.optional().meta({ description: 'With include_group only.' }),
  })
  .meta({
    id: 'LegacyTextGenerationEntry',
    description:
      'A text model as v1 shows it: under its own name, and under the one by which each backend advertises it.',
  });
