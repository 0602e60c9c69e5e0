import type { ChangeDiff } from '../api/review-types.ts';
import type { FieldDiff } from '../api/types.ts';

/**
 * Returns the differences that a change of a live model makes to its record of the other API version, and
 * that `field_diffs` does not repeat. `hasOtherFields`: whether one is in a top-level field that has no
 * difference in `field_diffs`.
 */
export function counterpartFields({
  field_diffs: own,
  counterpart_diffs: counterpart,
  net_operation,
}: Pick<ChangeDiff, 'field_diffs' | 'counterpart_diffs' | 'net_operation'>): {
  readonly fields: readonly FieldDiff[];
  readonly hasOtherFields: boolean;
} {
  const textOf = ({ field_path, old_value, new_value }: FieldDiff) =>
    JSON.stringify([field_path, old_value, new_value]);
  const shownDiffs = new Set(own.map(textOf));
  const fields = (net_operation === 'modified' ? counterpart : []).filter(
    (diff) => !shownDiffs.has(textOf(diff)),
  );
  const topOf = ({ field_path }: FieldDiff) => field_path.split('.', 1)[0];
  const changedFields = new Set(own.map(topOf));
  return {
    fields,
    hasOtherFields: fields.some((diff) => !changedFields.has(topOf(diff))),
  };
}
