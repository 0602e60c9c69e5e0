import type { ChangeDiff } from '../api/review-types.ts';
import { counterpartFields } from './counterpart-fields.ts';
import { FieldDiffView } from './FieldDiffView.tsx';
import { plural } from './format.ts';
import layout from './layout.module.css';

/**
 * The fields that a change alters only in the record of the other API version. Open if the fields of the
 * change's own version do not tell of them.
 */
export function CounterpartDiff({
  diff,
}: {
  diff: Pick<ChangeDiff, 'field_diffs' | 'counterpart_diffs' | 'net_operation' | 'critical_fields'>;
}) {
  const { fields, isNews } = counterpartFields(diff);
  if (fields.length === 0) return null;
  return (
    <details className={layout.fold} open={isNews}>
      <summary>{plural(fields.length, 'field')} in the record of the other API version</summary>
      <FieldDiffView diffs={fields} critical={new Set(isNews ? diff.critical_fields : [])} />
    </details>
  );
}
