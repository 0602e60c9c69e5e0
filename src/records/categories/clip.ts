import { laxLiteral, laxString, orNull } from '../lax.ts';
import { defineCategory } from './define-category.ts';
import { commonLegacyFields, jsonForm } from './legacy/json-form.ts';

export const clip = defineCategory({
  name: 'clip',
  recordName: 'ClipModelRecord',
  classification: { domain: 'image', purpose: 'feature_extractor' },
  fields: { pretrained_name: orNull(laxString()) },
  criticalFields: ['pretrained_name', 'model_classification'],
  legacy: jsonForm({
    fileName: 'clip.json',
    recordName: 'LegacyClipRecord',
    type: laxLiteral(['clip', 'coca']).default('clip'),
    fields: { pretrained_name: orNull(laxString()) },
    toRecord: ({ pretrained_name }) => ({ pretrained_name }),
    toLegacy(record) {
      const { name, description, version, config } = commonLegacyFields(record);
      return { name, type: 'clip', description, version, config, pretrained_name: record.pretrained_name };
    },
    criticalFields: ['type', 'pretrained_name', 'config.files'],
  }),
});
