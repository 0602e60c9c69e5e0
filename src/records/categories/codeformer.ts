import { defineCategory } from './define-category.ts';
import { simpleForm } from './legacy/simple-form.ts';

export const codeformer = defineCategory({
  name: 'codeformer',
  recordName: 'CodeformerModelRecord',
  classification: { domain: 'image', purpose: 'post_processing' },
  fields: {},
  criticalFields: ['model_classification'],
  legacy: simpleForm({
    fileName: 'codeformer.json',
    recordName: 'LegacyCodeformerRecord',
    type: 'CodeFormers',
  }),
});
