import { defineCategory } from './define-category.ts';
import { patchFields } from './generation-fields.ts';

export const lora = defineCategory({
  name: 'lora',
  recordName: 'LoraModelRecord',
  classification: { domain: 'image', purpose: 'auxiliary_or_patch' },
  fields: patchFields(),
  criticalFields: ['baseline', 'nsfw', 'trigger', 'homepage'],
  managedElsewhere: true,
});
