import { z } from 'zod';
import { refuses } from '../openapi/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import { popularModel } from '../shapes/model-usage.ts';
import { searchResponse } from '../shapes/search.ts';
import { crossSearchQuery, popularQuery, searchQuery } from './search-queries.ts';

const prefix = '/model_references/v2';
const id = 'model_references_v2';
const tags = ['v2', 'search'];

export const searchOperations: readonly Operation[] = [
  {
    method: 'get',
    path: `${prefix}/{model_category_name}/search`,
    id: `search_category_${id}__model_category_name__search_get`,
    tags,
    summary: 'Search a category',
    description: 'Records that pass every filter.',
    query: searchQuery,
    conditional: true,
    answers: { 200: { description: 'A page of records.', schema: searchResponse }, ...refuses(400, 404) },
  },
  {
    method: 'get',
    path: `${prefix}/search`,
    id: `search_all_${id}_search_get`,
    tags,
    summary: 'Search all categories',
    description:
      'Categories come in their order. Records of the same name in several categories are all found; `record_type` tells them apart.',
    query: crossSearchQuery,
    conditional: true,
    answers: { 200: { description: 'A page of records.', schema: searchResponse }, ...refuses(400) },
  },
  {
    method: 'get',
    path: `${prefix}/{model_category_name}/popular`,
    id: `popular_models_${id}__model_category_name__popular_get`,
    tags,
    summary: 'The most used models',
    description:
      'By live usage of the horde. Empty for categories whose usage nobody counts, and while the usage service does not answer.',
    query: popularQuery,
    conditional: true,
    answers: {
      200: { description: 'The models, most used first.', schema: z.array(popularModel) },
      ...refuses(404),
    },
  },
];
