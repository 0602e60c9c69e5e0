import type { Path } from '../draft.ts';
import type { Field } from '../record-fields.ts';
import { FieldInput } from './FieldInput.tsx';
import classes from './fields.module.css';

interface Props {
  readonly fields: readonly Field[];
  /** The path of the object that holds the fields. */
  readonly path: Path;
}

/** Inputs side by side, as many as fit. Inputs for long values have a row of their own. */
export function FieldGrid({ fields, path }: Props) {
  return (
    <div className={classes.grid}>
      {fields.map((field) => (
        <div key={field.key} className={isWide(field) ? classes.wide : classes.narrow}>
          <FieldInput field={field} path={[...path, field.key]} />
        </div>
      ))}
    </div>
  );
}

const wideKinds: ReadonlySet<Field['kind']> = new Set([
  'object',
  'table',
  'map',
  'long-text',
  'texts',
  'json',
]);
const wideKeys: ReadonlySet<string> = new Set(['name', 'url', 'homepage', 'file_url', 'sha256sum']);

function isWide({ kind, key }: Field): boolean {
  return wideKinds.has(kind) || wideKeys.has(key);
}
