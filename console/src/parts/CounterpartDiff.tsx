import type { ChangeDiff } from '../api/review-types.ts';
import { counterpartFields } from './counterpart-fields.ts';
import { FieldDiffView } from './FieldDiffView.tsx';
import { plural } from './format.ts';
import layout from './layout.module.css';

/**
 * Shows the differences in the record of the other API version that the diff of this version does not show.
 * The section is open at first if one of them is in a field that this version does not change.
 */
export function CounterpartDiff({
  diff,
}: {
  diff: Pick<ChangeDiff, 'field_diffs' | 'counterpart_diffs' | 'net_operation' | 'critical_fields'>;
}) {
  const { fields, hasOtherFields } = counterpartFields(diff);
  if (fields.length === 0) return null;
  return (
    <details className={layout.fold} open={hasOtherFields}>
      <summary>{plural(fields.length, 'field')} in the record of the other API version</summary>
      <FieldDiffView diffs={fields} critical={new Set(hasOtherFields ? diff.critical_fields : [])} />
    </details>
  );
}
