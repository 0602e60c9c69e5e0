import { defineCategory } from './define-category.ts';
import { simpleForm } from './legacy/simple-form.ts';

export const safetyChecker = defineCategory({
  name: 'safety_checker',
  recordName: 'SafetyCheckerModelRecord',
  classification: { domain: 'image', purpose: 'safety_checker' },
  fields: {},
  criticalFields: ['model_classification'],
  legacy: simpleForm({
    fileName: 'safety_checker.json',
    recordName: 'LegacySafetyCheckerRecord',
    type: 'safety_checker',
  }),
});
