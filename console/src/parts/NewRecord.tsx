import { useStrictSchema } from '../api/record-schemas.ts';
import type { FieldDiff } from '../api/types.ts';
import { FieldDiffView } from './FieldDiffView.tsx';
import { foldedFields } from './folded-fields.ts';
import { plural } from './format.ts';
import layout from './layout.module.css';

/** The fields of a record that is proposed as a new one. Defaults and empty fields are shown after a click. */
export function NewRecord({
  category,
  diffs,
  findings,
}: {
  category: string;
  diffs: readonly FieldDiff[];
  findings: readonly { readonly field_path?: string | null | undefined }[];
}) {
  const { data: schema } = useStrictSchema(category);
  const paths = findings.map(({ field_path }) => field_path);
  const { told, folded } = foldedFields(diffs, schema, paths);
  return (
    <div className={layout.stack}>
      <FieldDiffView diffs={told} />
      {folded.length > 0 && (
        <details className={layout.fold}>
          <summary>{plural(folded.length, 'default')}</summary>
          <FieldDiffView diffs={folded} />
        </details>
      )}
    </div>
  );
}
