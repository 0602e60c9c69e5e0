import { defineCategory } from './define-category.ts';
import { simpleForm } from './legacy/simple-form.ts';

export const esrgan = defineCategory({
  name: 'esrgan',
  recordName: 'EsrganModelRecord',
  classification: { domain: 'image', purpose: 'post_processing' },
  fields: {},
  criticalFields: ['model_classification'],
  legacy: simpleForm({ fileName: 'esrgan.json', recordName: 'LegacyEsrganRecord', type: 'realesrgan' }),
});
