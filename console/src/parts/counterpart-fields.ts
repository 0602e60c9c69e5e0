import type { ChangeDiff } from '../api/review-types.ts';
import type { FieldDiff } from '../api/types.ts';

/**
 * Returns the differences that a change makes to the live model's record of the other API version, without
 * those that are also in `field_diffs`. `hasOtherFields` is whether at least one of them is in a top-level
 * field without a difference in `field_diffs`.
 */
export function counterpartFields({
  field_diffs: own,
  counterpart_diffs: counterpart,
  net_operation,
}: Pick<ChangeDiff, 'field_diffs' | 'counterpart_diffs' | 'net_operation'>): {
  readonly fields: readonly FieldDiff[];
  readonly hasOtherFields: boolean;
} {
  const diffKey = ({ field_path, old_value, new_value }: FieldDiff) =>
    JSON.stringify([field_path, old_value, new_value]);
  const ownDiffKeys = new Set(own.map(diffKey));
  const fields = (net_operation === 'modified' ? counterpart : []).filter(
    (diff) => !ownDiffKeys.has(diffKey(diff)),
  );
  const topLevelField = ({ field_path }: FieldDiff) => field_path.split('.', 1)[0];
  const changedFields = new Set(own.map(topLevelField));
  return {
    fields,
    hasOtherFields: fields.some((diff) => !changedFields.has(topLevelField(diff))),
  };
}
