import { type JsonObject, textsOf } from '../../kernel/json.ts';
import { baselineCategory } from '../baselines/baseline-facts.ts';
import { fingerprintProblem, storageClue } from '../baselines/fingerprint.ts';
import { laxArray, laxCount, laxEnum, laxString, orNull } from '../lax.ts';
import type { CategoryDefinition } from './category.ts';
import { defineCategory } from './define-category.ts';

/** The category of ControlNet preprocessors. */
const controlnetAnnotator = defineCategory({
  name: 'controlnet_annotator',
  recordName: 'ControlNetAnnotatorModelRecord',
  classification: { domain: 'image', purpose: 'auxiliary_or_patch' },
  fields: {
    control_types: laxArray(laxString())
      .default(() => [])
      .meta({ description: 'The control types that it prepares images for.' }),
    preprocessors: laxArray(laxString())
      .default(() => [])
      .meta({ description: 'The names of the preprocessors that use it.' }),
  },
  criticalFields: ['control_types', 'model_classification'],
});

/**
 * The categories that have baselines of their own. The baselines of patches, such as LoRAs, are those of
 * these categories.
 */
const categoriesWithBaselines = [
  'image_generation',
  'text_generation',
  'video_generation',
  'audio_generation',
] as const;

const listed = (description: string) =>
  laxArray(laxString({ min: 1, max: 300 }), { max: 200 })
    .default(() => [])
    .meta({ description });

const lines = (description: string) =>
  laxArray(laxString({ min: 1, max: 2_000 }), { max: 50 })
    .default(() => [])
    .meta({ description });

/**
 * The category of baselines. A baseline is an architecture from which models are derived; its record has the
 * clues by which other programs and hosts know it.
 */
const baseline = defineCategory({
  name: baselineCategory,
  recordName: 'BaselineRecord',
  fields: {
    name: laxString().meta({ description: 'What models say in `baseline`. It stays for life.' }),
    title: laxString({ min: 1, max: 200 }).meta({ description: 'As people call it.' }),
    category: laxEnum(categoriesWithBaselines).meta({
      description: 'The category whose models have it. Patches (`lora`, `ti`) have those of image models.',
    }),
    family: orNull(laxString()).meta({ description: 'The baseline that it derives from.' }),
    native_resolution: orNull(laxCount({ gt: 0 })).meta({
      description: 'The width and height that its models are made for, in pixels.',
    }),
    since: orNull(laxString({ max: 10 })).meta({
      description: 'When it became public: a year, a month or a day, e.g. 2023-07.',
    }),
    spellings: listed('Other spellings that writes may use. The name is stored in their place.'),
    legacy_spelling: orNull(laxString({ min: 1, max: 300 })).meta({
      description: 'How v1 and the legacy files spell it. Absent: as the name.',
    }),
    civitai_names: listed(
      'What Civitai calls it (`baseModel`), the usual first. Several baselines may have one: then it is a guess.',
    ),
    hub_names: listed('Parts of the names of repositories at Hugging Face that models of it were made of.'),
    hub_tags: listed('Tags at Hugging Face.'),
    unet_configs: listed(
      'Values of `unet/config.json`, e.g. `cross_attention_dim=768`; several with blanks between them.',
    ),
    modelspec_architectures: listed('`modelspec.architecture` in safetensors files, up to its slash.'),
    kohya_versions: listed('`ss_base_model_version` in safetensors files; `*` stands for any text.'),
    gguf_architectures: listed('`general.architecture` in GGUF files.'),
    fingerprints: lines('What the tensors of a model are, a line of conditions each.'),
    lora_fingerprints: lines('The same of the tensors of a LoRA.'),
    storages: listed(
      'Numbers of tensors of a size in PyTorch files: `8 x 245760`, at least 8 of 245760 numbers.',
    ),
    name_hints: listed('Parts of the names of models that tell it from baselines with the same tensors.'),
    replaced_by: orNull(laxString()).meta({ description: 'The baseline to use instead.' }),
    notes: orNull(laxString({ max: 10_000 })),
  },
  rule: wrongClue,
  criticalFields: ['category', 'spellings', 'legacy_spelling'],
});

function wrongClue(record: JsonObject): string | null {
  const { name, family, replaced_by: next } = record;
  if (family === name || next === name) return `'${name}' names itself`;
  for (const field of ['fingerprints', 'lora_fingerprints']) {
    for (const text of textsOf(record[field])) {
      const problem = fingerprintProblem(text);
      if (problem !== null) return `${field}: '${text}': ${problem}`;
    }
  }
  const storage = textsOf(record.storages).find((text) => storageClue(text) === null);
  if (storage !== undefined)
    return `storages: '${storage}' is no number of tensors of a size; allowed: 8 x 245760`;
  const since = record.since;
  return typeof since === 'string' && !/^\d{4}(-\d{2}(-\d{2})?)?$/.test(since)
    ? `since: '${since}' is no date; allowed: 2023, 2023-07, 2023-07-26`
    : null;
}

/**
 * The categories that a deployment has only when its settings name them. Clients see them after all others.
 */
const known = [controlnetAnnotator, baseline] as const;

/** All extra categories, also those that are not switched on. */
export const extraCategories: readonly CategoryDefinition[] = known;

export type ExtraCategoryName = (typeof known)[number]['name'];

export const extraCategoryNames: readonly ExtraCategoryName[] = known.map(({ name }) => name);
