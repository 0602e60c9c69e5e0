import { z } from 'zod';
import { refuses } from '../openapi/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import { writeQuery } from '../propose.ts';
import { type LegacyCategory, legacyCategories } from '../requests/legacy-category-path.ts';
import { dryRunResponse } from '../shapes/diffs.ts';
import { pendingChangeRecord } from '../shapes/pending-change.ts';

const prefix = '/model_references/v1';

const dryRun = 'A dry run: what the write would change.';
const queued = {
  200: { description: dryRun, schema: dryRunResponse },
  202: {
    description: 'With the review queue: the change waits for an approver.',
    schema: pendingChangeRecord,
  },
};

const write = { tags: ['v1_create_update'], key: true, query: writeQuery } as const;
const described =
  'Where the review queue is off, the write is live at once, and takes the key of an approver.';

/**
 * The operation ids that generated clients know. The update of images has its name from when it was the only
 * one.
 */
export function legacyCreateId(category: string): string {
  return `create_legacy_${category}_model`;
}
export function legacyUpdateId(category: string): string {
  return category === 'image_generation' ? 'update_legacy_model' : `update_legacy_${category}_model`;
}
export const legacyDeleteId = 'delete_legacy_model';

function writesOf({ name, legacy }: LegacyCategory): Operation[] {
  const path = `${prefix}/${name}`;
  return [
    {
      ...write,
      method: 'post',
      path,
      id: legacyCreateId(name),
      summary: `Create a ${name} record, or propose to`,
      description: described,
      body: { schema: legacy.body },
      answers: {
        201: {
          description: 'Without the queue: created.',
          schema: legacy.body,
          headers: { Location: 'The path of the model, without the base path.' },
        },
        ...queued,
        ...refuses(400, 401, 409, 503),
      },
    },
    {
      ...write,
      method: 'put',
      path,
      id: legacyUpdateId(name),
      summary: `Replace a ${name} record, or propose to`,
      description: `The body names the model. ${described}`,
      body: { schema: legacy.body },
      answers: {
        ...queued,
        200: {
          description: `Without the queue: replaced. ${dryRun}`,
          schema: z.union([legacy.body, dryRunResponse]),
        },
        ...refuses(400, 401, 404, 503),
      },
    },
  ];
}

const deletion: Operation = {
  ...write,
  method: 'delete',
  path: `${prefix}/{model_category_name}/model/{model_name}`,
  id: legacyDeleteId,
  summary: 'Delete a record, or propose to',
  description: described,
  answers: {
    ...queued,
    204: { description: 'Without the queue: deleted.' },
    ...refuses(400, 401, 404, 422, 503),
  },
};

export const v1WriteOperations: readonly Operation[] = [...legacyCategories.flatMap(writesOf), deletion];
