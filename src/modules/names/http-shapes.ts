import { z } from 'zod';
import { laxArray, laxObject, laxString, orNull } from '../../records/lax.ts';
import { limits } from '../../serving/requests/limits.ts';

const part = (description: string) => z.string().nullable().meta({ description });

const extraPartInfo = z
  .object({
    value: z.string(),
    position: z.int().meta({ description: 'Separators before the token.' }),
    inferred_type: z.enum(['DATE', 'DESCRIPTOR', 'LEADING_VERSION', 'UNKNOWN']),
  })
  .meta({ id: 'ExtraPartInfo', description: 'A token of a name that is none of its usual parts.' });

const parts = {
  base_name: z.string().meta({ description: 'What is left without the tokens.' }),
  size: part('In upper case: `7B`, `8X7B`.'),
  variant: part('`Instruct`, `Chat`, … as spelled.'),
  quant: part('Quantisation, in upper case: `Q4_K_M`, `GGUF`.'),
  version: part('`v0.1`, as spelled.'),
};

export const parsedNameInfo = z
  .object({ ...parts, extras: z.array(extraPartInfo) })
  .meta({ id: 'ParsedNameInfo', description: 'The parts of a name.' });

export const parsedNameResponse = z
  .object({
    original_name: z.string(),
    ...parts,
    suggested_group: z
      .string()
      .meta({ description: 'Base name without backend prefix and author; aliases are applied.' }),
    extras: z.array(extraPartInfo),
  })
  .meta({ id: 'ParsedNameResponse', description: 'A name taken apart.' });

/** Bounds the composed name, too: a list of labels may repeat a part many times. */
const givenPart = laxString({ max: limits.nameLength });

export const composeNameRequest = laxObject({
  base_name: givenPart,
  size: givenPart.meta({ description: 'May be empty.' }),
  author: orNull(givenPart),
  variant: orNull(givenPart),
  version: orNull(givenPart),
  quant: orNull(givenPart),
  separator: orNull(givenPart).meta({ description: '`-` when absent or empty.' }),
  part_order: orNull(laxArray(laxString(), { max: limits.listedLabels })).meta({
    description:
      'Which of base, size, variant, version, quant, in which order. Other labels are skipped, parts not listed left out.',
  }),
}).meta({ id: 'ComposeNameRequest', description: 'The parts of a name.' });

export const composeNameResponse = z
  .object({
    composed_name: z.string(),
    already_exists: z.boolean().meta({ description: 'A model has just this name.' }),
    suggested_group: z.string(),
  })
  .meta({ id: 'ComposeNameResponse', description: 'A name put together.' });

export const distinctBaselinesResponse = z
  .object({ baselines: z.array(z.string()) })
  .meta({ id: 'DistinctBaselinesResponse', description: 'The baselines of all text models, sorted.' });

const resolutionRule = z
  .enum([
    'exact',
    'blanks',
    'address',
    'letter_case',
    'backend_prefix',
    'quantised_suffix',
    'separators',
    'author_omitted',
    'other_author',
    'group',
    'alias',
  ])
  .meta({ id: 'TextNameResolutionRule', description: 'What a spelling was forgiven.' });

export const resolvedTextName = z
  .object({
    name: z.string().nullable().meta({
      description:
        'The record that is meant; null when several fit equally well, or only another author has a model of the name.',
    }),
    confidence: z.enum(['certain', 'likely', 'possible']).meta({
      description:
        '`certain`: nothing of the name itself was forgiven. `likely`: something was, and one record fits. `possible`: look at the candidates.',
    }),
    candidates: z
      .array(z.string())
      .meta({ description: 'All records that fit, in stored order, at most 50.' }),
    group: z.string().nullable().meta({
      description: "The records' group, or the group that it is an alias of; null when there are several.",
    }),
    family: z.string().nullable().meta({ description: "The group's family." }),
    rule: resolutionRule.meta({ description: 'The loosest rule that was needed.' }),
    rules: z.array(resolutionRule).meta({ description: 'All rules that were needed.' }),
  })
  .meta({ id: 'ResolvedTextName', description: 'The model that a spelling means.' });

export const unresolvedTextName = z
  .object({
    detail: z.string(),
    nearest: z.array(z.string()).meta({ description: 'The names most like the spelling, nearest first.' }),
  })
  .meta({ id: 'UnresolvedTextName', description: 'No model is meant.' });

export const nameExceptionRequest = laxObject({
  reason: laxString().nullable().meta({
    description:
      'Why the model is named otherwise than its group’s schema says; null takes the exception back.',
  }),
}).meta({ id: 'NameExceptionRequest' });

export const nameExceptionResponse = z
  .object({ pending_change_id: z.int() })
  .meta({ id: 'NameExceptionResponse', description: 'The queued change.' });
