import { fileHash } from './files.ts';
import { batchId, changeId, commentId } from './queue.ts';
import { modelNames, requestor } from './records.ts';
import { family, group } from './text-groups.ts';

const values: Readonly<Record<string, unknown>> = {
  model_category_name: 'image_generation',
  change_id: changeId,
  change_ids: [changeId],
  comment_id: commentId,
  batch_id: batchId,
  group_name: group,
  canonical: group,
  family_name: family,
  sha256: fileHash,
  user_id: requestor.id,
};

/**
 * A value for a parameter of a path or query; a model's name is one of the category that the path names.
 *
 * @throws Error when the table has none
 */
export function parameterExample(name: string, path: string): unknown {
  if (name === 'name' && path.includes('/group')) return group;
  if (name === 'name' || name === 'model_name') {
    const named = path.split('/').find((segment) => modelNames.has(segment));
    return modelNames.get(named ?? 'image_generation');
  }
  if (!(name in values)) throw new Error(`${path}: there is no example of ${name}`);
  return values[name];
}
