import { bounds } from '../../api/bounds.ts';
import type { ReviewedChange } from '../../api/review-types.ts';
import { isChangeSet } from '../../parts/change-sets.ts';
import { plural } from '../../parts/format.ts';
import { shownName, shownOperation } from '../../parts/renames.ts';

export const maxTitleLength = bounds.fields.PendingBatchRequest.batch_title.maxLength;

const nouns = {
  create: 'new model',
  update: 'update',
  rename: 'rename',
  delete: 'deletion',
  'change set': 'change set',
} as const;

/** Suggests a title for a batch of changes. */
export function suggestTitle(
  changes: readonly Pick<
    ReviewedChange,
    'operation' | 'model_name' | 'request_metadata' | 'resource_kind' | 'notes'
  >[],
): string {
  const [first] = changes;
  if (first && changes.length === 1)
    return truncate(isChangeSet(first) ? shownName(first) : `${shownOperation(first)} ${shownName(first)}`);
  const counts = (Object.keys(nouns) as (keyof typeof nouns)[])
    .map(
      (operation) =>
        [operation, changes.filter((change) => shownOperation(change) === operation).length] as const,
    )
    .filter(([, count]) => count > 0);
  return counts.map(([operation, count]) => plural(count, nouns[operation])).join(', ');
}

/**
 * Suggests a title for applying changes: the batch title of the first change or, if that describes only one
 * of several changes, a title for all of them.
 */
export function suggestApplyTitle(changes: readonly ReviewedChange[]): string {
  const batchTitle = changes[0]?.batch_title;
  const describesOneChange = changes.some((change) => suggestTitle([change]) === batchTitle);
  return batchTitle && !(describesOneChange && changes.length > 1) ? batchTitle : suggestTitle(changes);
}

export function createRevertTitle(batchId: number, title: string | null | undefined): string {
  return truncate(title ? `Revert batch ${batchId}: ${title}` : `Revert batch ${batchId}`);
}

function truncate(text: string): string {
  return [...text].slice(0, maxTitleLength).join('');
}
