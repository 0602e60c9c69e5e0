import { defineCategory } from './define-category.ts';
import { patchFields } from './generation-fields.ts';
import { baselineSpellings } from './image/baselines.ts';

export const lora = defineCategory({
  name: 'lora',
  recordName: 'LoraModelRecord',
  classification: { domain: 'image', purpose: 'auxiliary_or_patch' },
  fields: patchFields(),
  baselineSpellings,
  criticalFields: ['baseline', 'nsfw', 'trigger', 'homepage'],
  managedElsewhere: true,
});
