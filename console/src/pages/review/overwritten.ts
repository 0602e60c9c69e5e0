import type { ChangeDiff } from '../../api/review-types.ts';
import type { FieldDiff } from '../../api/types.ts';
import { sameJson } from '../propose/draft.ts';

/** A field that one change sets, and that has another value after a later change of the same model. */
export interface OverwrittenField {
  readonly path: string;
  /** The value after the earlier change; null if the earlier change removes the field. */
  readonly earlier: unknown;
  /** The value after the later change. */
  readonly later: unknown;
}

/**
 * Gives the fields of a change that are lost if another change of the same model is applied after it. Both
 * changes are compared with the same live record, and each replaces the whole record: a field that the later
 * change does not touch goes back to its live value.
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

/** Says in words what is lost if one of the two changes deletes the model; null if neither does. */
export function overwrittenWhole(earlier: ChangeDiff, later: ChangeDiff): string | null {
  if (later.operation === 'delete') {
    return earlier.operation === 'delete' ? 'Both delete the model.' : 'The later one deletes the model.';
  }
  return earlier.operation === 'delete' ? 'The later one brings the deleted model back.' : null;
}
