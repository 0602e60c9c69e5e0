import type { Path } from '../draft.ts';
import type { Field } from '../record-fields.ts';
import { FieldInput } from './FieldInput.tsx';
import classes from './fields.module.css';

interface Props {
  readonly fields: readonly Field[];
  /** Of what the fields are in. */
  readonly path: Path;
}

/** Inputs beside each other, as many as fit; those of long values have a line of their own. */
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
