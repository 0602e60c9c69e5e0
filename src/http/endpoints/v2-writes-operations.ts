import type { CategoryDefinition } from '../../registry/categories/category.ts';
import { categories } from '../../registry/categories/index.ts';
import { refuses } from '../openapi/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import { writeQuery } from '../propose.ts';
import { dryRunResponse } from '../shapes/diffs.ts';
import { pendingChangeRecord } from '../shapes/pending-change.ts';
import { modelRecordUnion } from '../shapes/records.ts';

const prefix = '/model_references/v2';

const queued = {
  200: { description: 'A dry run: what the write would change.', schema: dryRunResponse },
  202: { description: 'Queued: the change waits for an approver.', schema: pendingChangeRecord },
};

const write = { tags: ['v2'], key: true, query: writeQuery } as const;

const generic: Operation[] = [
  {
    ...write,
    method: 'post',
    path: `${prefix}/{model_category_name}/add`,
    id: 'create_v2_model',
    summary: 'Propose a new record',
    description: 'The body is validated as a record of the category in the path.',
    body: { schema: modelRecordUnion },
    answers: { ...queued, ...refuses(400, 401, 409, 503) },
  },
  {
    ...write,
    method: 'put',
    path: `${prefix}/{model_category_name}/model/{model_name}`,
    id: 'update_v2_model',
    summary: 'Propose to replace a record',
    description:
      'The body is validated as a record of the category in the path, and replaces the whole record: fields that are not sent are gone.',
    body: { schema: modelRecordUnion },
    answers: { ...queued, ...refuses(400, 401, 404, 503) },
  },
  {
    ...write,
    method: 'delete',
    path: `${prefix}/{model_category_name}/model/{model_name}`,
    id: 'delete_v2_model',
    summary: 'Propose to delete a record',
    answers: { ...queued, ...refuses(400, 401, 404, 422, 503) },
  },
];

function typed({ name, record }: CategoryDefinition): Operation[] {
  return [
    {
      ...write,
      method: 'post',
      path: `${prefix}/${name}`,
      id: `create_v2_${name}`,
      summary: `Propose a new ${name} record`,
      body: { schema: record },
      answers: { ...queued, ...refuses(400, 401, 409, 503) },
    },
    {
      ...write,
      method: 'put',
      path: `${prefix}/${name}/model/{model_name}`,
      id: `update_v2_${name}`,
      summary: `Propose to replace a ${name} record`,
      description: 'Replaces the whole record: fields that are not sent are gone.',
      body: { schema: record },
      answers: { ...queued, ...refuses(400, 401, 404, 503) },
    },
  ];
}

export const v2WriteOperations: readonly Operation[] = [...generic, ...categories.flatMap(typed)];
