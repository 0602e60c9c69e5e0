import { defineCategory } from './define-category.ts';
import { generationFields } from './generation-fields.ts';

export const audioGeneration = defineCategory({
  name: 'audio_generation',
  recordName: 'AudioGenerationModelRecord',
  classification: { domain: 'audio', purpose: 'generation' },
  fields: generationFields(),
  criticalFields: ['baseline', 'nsfw'],
});
