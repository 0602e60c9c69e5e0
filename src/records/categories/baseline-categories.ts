import { stringList, trimmedTags } from '../common-fields.ts';
import { laxBoolean, laxString, orNull } from '../lax.ts';
import { defineCategory } from './define-category.ts';
import { baselineSpellings, canonicalBaseline } from './image/baselines.ts';

/** The own fields of models that belong to a baseline of any name, in declaration order. */
const generationFields = {
  baseline: orNull(laxString()),
  nsfw: laxBoolean().default(false),
  tags: trimmedTags(),
};

export const videoGeneration = defineCategory({
  name: 'video_generation',
  recordName: 'VideoGenerationModelRecord',
  classification: { domain: 'video', purpose: 'generation' },
  fields: generationFields,
  criticalFields: ['baseline', 'nsfw'],
});

export const audioGeneration = defineCategory({
  name: 'audio_generation',
  recordName: 'AudioGenerationModelRecord',
  classification: { domain: 'audio', purpose: 'generation' },
  fields: generationFields,
  criticalFields: ['baseline', 'nsfw'],
});

/** Models that are laid over another one. */
const patch = {
  classification: { domain: 'image', purpose: 'auxiliary_or_patch' },
  fields: {
    ...generationFields,
    baseline: orNull(laxString().transform(canonicalBaseline)),
    trigger: stringList(),
    homepage: orNull(laxString()),
    showcases: stringList(),
  },
  baselineSpellings,
  criticalFields: ['baseline', 'nsfw', 'trigger', 'homepage'],
  managedElsewhere: true,
} as const;

export const lora = defineCategory({ ...patch, name: 'lora', recordName: 'LoraModelRecord' });

export const ti = defineCategory({ ...patch, name: 'ti', recordName: 'TextualInversionModelRecord' });
