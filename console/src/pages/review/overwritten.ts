import type { ChangeDiff } from '../../api/review-types.ts';
import type { FieldDiff } from '../../api/types.ts';
import { sameJson } from '../propose/draft.ts';

/** A field that one change sets, and that another one, applied after it, takes back or sets otherwise. */
export interface OverwrittenField {
  readonly path: string;
  /** What the earlier one sets it to; null where it takes it away. */
  readonly earlier: unknown;
  /** What it is after the later one. */
  readonly later: unknown;
}

/**
 * What is lost of a change when another one of the same model is applied after it. Both are held against the
 * same live record, and each replaces the whole of it: what the later one does not change becomes what it is
 * now.
 */
export function overwrittenFields(
  earlier: readonly FieldDiff[],
  later: readonly FieldDiff[],
): OverwrittenField[] {
  const byPath = new Map(later.map((diff) => [diff.field_path, diff]));
  return earlier.flatMap(({ field_path: path, old_value, new_value }) => {
    const other = byPath.get(path);
    const becomes = other === undefined ? old_value : other.new_value;
    return sameJson(becomes, new_value) ? [] : [{ path, earlier: new_value, later: becomes }];
  });
}

/** The same in words, where it is no matter of fields. */
export function overwrittenWhole(earlier: ChangeDiff, later: ChangeDiff): string | null {
  if (later.operation === 'delete') {
    return earlier.operation === 'delete' ? 'Both delete the model.' : 'The later one deletes the model.';
  }
  return earlier.operation === 'delete' ? 'The later one brings the deleted model back.' : null;
}
