import { defineCategory } from './define-category.ts';
import { simpleForm } from './legacy/simple-form.ts';

export const gfpgan = defineCategory({
  name: 'gfpgan',
  recordName: 'GfpganModelRecord',
  classification: { domain: 'image', purpose: 'post_processing' },
  fields: {},
  criticalFields: ['model_classification'],
  legacy: simpleForm({ fileName: 'gfpgan.json', recordName: 'LegacyGfpganRecord', type: 'gfpgan' }),
});
