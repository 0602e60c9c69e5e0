import { defineCategory } from './define-category.ts';
import { simpleForm } from './legacy/simple-form.ts';

export const miscellaneous = defineCategory({
  name: 'miscellaneous',
  recordName: 'MiscellaneousModelRecord',
  classification: { domain: 'image', purpose: 'miscellaneous' },
  fields: {},
  criticalFields: ['model_classification'],
  legacy: simpleForm({
    fileName: 'miscellaneous.json',
    recordName: 'LegacyMiscellaneousRecord',
    type: 'layer_diffuse',
  }),
});
