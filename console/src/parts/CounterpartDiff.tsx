import type { ChangeDiff } from '../api/review-types.ts';
import { counterpartFields } from './counterpart-fields.ts';
import { FieldDiffView } from './FieldDiffView.tsx';
import { plural } from './format.ts';
import layout from './layout.module.css';

/**
 * Shows the changes of the record of the other API version that are missing from the diff of this version.
 * The section is initially open if a change affects a field that is unchanged in this version.
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
