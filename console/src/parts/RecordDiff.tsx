import { useStrictSchema } from '../api/record-schemas.ts';
import type { Finding } from '../api/review-types.ts';
import type { FieldDiff } from '../api/types.ts';
import { FieldDiffView } from './FieldDiffView.tsx';
import { FindingList } from './FindingList.tsx';
import { arePathsNested, splitFoldedFields } from './folded-fields.ts';
import { plural } from './format.ts';
import layout from './layout.module.css';

/**
 * The fields in which a proposed record differs from the live one, with their findings. Findings about fields
 * without a difference come first. System fields, empty values and defaults are collapsed
 * (`splitFoldedFields`).
 */
export function RecordDiff(props: {
  category: string;
  diffs: readonly FieldDiff[];
  findings: readonly Finding[];
  critical?: ReadonlySet<string>;
}) {
  const { category, diffs, findings, critical = new Set<string>() } = props;
  const { data: schema } = useStrictSchema(category);
  const emphasizedPaths = [...findings.map(({ field_path }) => field_path), ...critical];
  const { informative, folded } = splitFoldedFields(diffs, schema, emphasizedPaths);
  const otherFindings = findings.filter(
    ({ field_path: found }) =>
      !informative.some(({ field_path: path }) => found && arePathsNested(found, path)),
  );
  return (
    <div className={layout.stack}>
      <FindingList findings={otherFindings} withPath />
      <FieldDiffView diffs={informative} critical={critical} findings={findings} />
      {folded.length > 0 && (
        <details className={layout.fold}>
          <summary>{plural(folded.length, 'field')} with a default, empty or set by the registry</summary>
          <FieldDiffView diffs={folded} />
        </details>
      )}
    </div>
  );
}
