import type { ChangeDiff } from '../../api/review-types.ts';
import type { FieldDiff } from '../../api/types.ts';
import { isEqualJson } from '../propose/draft.ts';

/** A field whose value is lost, because a later change of the same model sets another value. */
export interface OverwrittenField {
  readonly path: string;
  /** The value that the earlier change sets; null if it removes the field. */
  readonly earlier: unknown;
  /** The value of the field after the later change. */
  readonly later: unknown;
}

/** Returns whether a change renames its model. No other change alters a record's name. */
function isRename({ operation, field_diffs, model_name }: ChangeDiff): boolean {
  const name = field_diffs.find(({ field_path }) => field_path === 'name');
  return operation === 'update' && name?.old_value === model_name && name.new_value !== model_name;
}

/**
 * Returns the fields of the earlier change that the later change overwrites. Since each change replaces the
 * complete record, a field that the later change does not edit returns to its live value.
 */
export function findOverwrittenFields(
  earlier: readonly FieldDiff[],
  later: readonly FieldDiff[],
): OverwrittenField[] {
  const byPath = new Map(later.map((diff) => [diff.field_path, diff]));
  return earlier.flatMap(({ field_path: path, old_value, new_value }) => {
    const laterDiff = byPath.get(path);
    const laterValue = laterDiff === undefined ? old_value : laterDiff.new_value;
    return isEqualJson(laterValue, new_value) ? [] : [{ path, earlier: new_value, later: laterValue }];
  });
}

/**
 * Describes the effect of two changes on each other if one of them deletes or renames the model. Null if
 * neither does.
 */
export function describeRecordLoss(earlier: ChangeDiff, later: ChangeDiff): string | null {
  const [earlierRenames, laterRenames] = [isRename(earlier), isRename(later)];
  if (earlierRenames && laterRenames) return 'Both rename the model: the one applied second is refused.';
  if (earlierRenames || laterRenames) {
    const other = earlierRenames ? later : earlier;
    return other.operation === 'update'
      ? 'The rename keeps it, applied with it or after it. Applied after the rename, it is refused.'
      : 'The one applied second is refused.';
  }
  if (later.operation === 'delete') {
    return earlier.operation === 'delete' ? 'Both delete the model.' : 'The later one deletes the model.';
  }
  return earlier.operation === 'delete' ? 'The later one brings the deleted model back.' : null;
}
