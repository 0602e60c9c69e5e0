import { defineCategory } from './define-category.ts';
import { simpleForm } from './legacy/simple-form.ts';

export const blip = defineCategory({
  name: 'blip',
  recordName: 'BlipModelRecord',
  classification: { domain: 'image', purpose: 'feature_extractor' },
  fields: {},
  criticalFields: ['model_classification'],
  legacy: simpleForm({ fileName: 'blip.json', recordName: 'LegacyBlipRecord', type: 'blip' }),
});
