import { defineCategory } from './define-category.ts';
import { generationFields } from './generation-fields.ts';

export const videoGeneration = defineCategory({
  name: 'video_generation',
  recordName: 'VideoGenerationModelRecord',
  classification: { domain: 'video', purpose: 'generation' },
  fields: generationFields(),
  criticalFields: ['baseline', 'nsfw'],
});
