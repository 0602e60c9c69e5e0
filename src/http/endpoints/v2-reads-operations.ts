import { z } from 'zod';
import type { CategoryDefinition } from '../../registry/categories/category.ts';
import { categories } from '../../registry/categories/index.ts';
import { refuses } from '../openapi/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import { categoryEnum } from '../shapes/enums.ts';
import { modelRecordUnion, recordsByName } from '../shapes/records.ts';
import { containsMessage } from '../shapes/service.ts';
import { atQuery, historyOperation } from './v2-history.ts';

const prefix = '/model_references/v2';
const tags = ['v2'];

const generic: Operation[] = [
  {
    method: 'get',
    path: `${prefix}/info`,
    id: 'read_v2_reference_api_info',
    tags,
    summary: 'What this API version is',
    conditional: true,
    answers: { 200: { description: 'A message.', schema: containsMessage } },
  },
  {
    method: 'get',
    path: `${prefix}/model_categories`,
    id: 'read_v2_references_names',
    tags,
    summary: 'The names of all categories',
    conditional: true,
    answers: { 200: { description: 'The names, always in the same order.', schema: z.array(categoryEnum) } },
  },
  {
    method: 'get',
    path: `${prefix}/{model_category_name}`,
    id: 'read_v2_reference',
    tags,
    summary: 'All records of a category',
    conditional: true,
    answers: {
      200: { description: 'Model name → record, as stored.', schema: recordsByName(modelRecordUnion) },
      ...refuses(404),
    },
  },
  {
    method: 'get',
    path: `${prefix}/{model_category_name}/model/{model_name}`,
    id: 'read_v2_single_model',
    tags,
    summary: 'One record',
    query: atQuery,
    conditional: true,
    answers: {
      200: { description: 'The record, as stored.', schema: modelRecordUnion },
      ...refuses(404, 503),
    },
  },
  historyOperation,
];

function typed({ name, record }: CategoryDefinition): Operation[] {
  return [
    {
      method: 'get',
      path: `${prefix}/${name}`,
      id: `read_v2_${name}_all`,
      tags,
      summary: `All ${name} records`,
      conditional: true,
      answers: {
        200: { description: 'Model name → record, as stored.', schema: recordsByName(record) },
        ...refuses(404),
      },
    },
    {
      method: 'get',
      path: `${prefix}/${name}/model/{model_name}`,
      id: `read_v2_${name}_one`,
      tags,
      summary: `One ${name} record`,
      query: atQuery,
      conditional: true,
      answers: { 200: { description: 'The record, as stored.', schema: record }, ...refuses(404, 503) },
    },
  ];
}

export const v2ReadOperations: readonly Operation[] = [...generic, ...categories.flatMap(typed)];
