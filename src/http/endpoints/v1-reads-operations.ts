import { z } from 'zod';
import { laxBoolean, laxObject, queryValue } from '../../registry/records/lax.ts';
import { refuses } from '../openapi/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import { categoryEnum } from '../shapes/enums.ts';
import { legacyRecord, legacyTextRecord } from '../shapes/legacy-records.ts';
import { recordsByName } from '../shapes/records.ts';
import { containsMessage } from '../shapes/service.ts';

const prefix = '/model_references/v1';
const read = { method: 'get', tags: ['v1'], conditional: true } as const;

export const groupingQuery = laxObject({
  include_group: queryValue(laxBoolean().default(false)).meta({
    type: 'boolean',
    default: false,
    description: 'Adds text_model_group and text_model_group_summary to each entry.',
  }),
});

export const v1ReadOperations: readonly Operation[] = [
  {
    ...read,
    path: `${prefix}/info`,
    id: 'read_legacy_reference_api_info',
    summary: 'What this API version is',
    answers: { 200: { description: 'A message.', schema: containsMessage } },
  },
  {
    ...read,
    path: `${prefix}/model_categories`,
    id: 'read_legacy_references_names',
    summary: 'The names of all categories',
    answers: { 200: { description: 'The names, always in the same order.', schema: z.array(categoryEnum) } },
  },
  {
    ...read,
    path: `${prefix}/text_generation`,
    id: 'read_legacy_text_generation_reference',
    summary: 'All text models in the legacy format',
    query: groupingQuery,
    answers: {
      200: { description: 'Name → entry.', schema: recordsByName(legacyTextRecord) },
      ...refuses(404),
    },
  },
  {
    ...read,
    path: `${prefix}/{model_category_name}`,
    id: 'read_legacy_reference',
    summary: 'All records of a category in the legacy format',
    description:
      'The category may be called as in the legacy repositories: `stable_diffusion`, `db.json`, any name with `.json`. `lora` and `ti` are empty objects.',
    answers: {
      200: { description: 'Name → record.', schema: recordsByName(legacyRecord) },
      ...refuses(404),
    },
  },
];
