import type { Path } from '../draft.ts';
import { useEditing } from '../editing.ts';
import classes from '../propose.module.css';
import type { Field } from '../record-fields.ts';
import { FieldInput } from './FieldInput.tsx';

interface Props {
  readonly fields: readonly Field[];
  /** The path of the object that contains the fields. */
  readonly path: Path;
}

/** Inputs side by side, as many as fit. Inputs for long values have their own row. */
export function FieldGrid({ fields, path }: Props) {
  const { leave } = useEditing();
  return (
    <div className={classes.grid}>
      {fields.map((field) => (
        <div
          key={field.key}
          className={isWide(field) ? classes.wide : classes.narrow}
          {...(!hasInnerFields(field) && { onBlur: () => leave([...path, field.key]) })}
        >
          <FieldInput field={field} path={[...path, field.key]} />
        </div>
      ))}
    </div>
  );
}

/**
 * Returns whether a field is an object or a table. The inner fields of such a field have controls of their
 * own, each of which detects when the user leaves it.
 */
function hasInnerFields({ kind }: Field): boolean {
  return kind === 'object' || kind === 'table';
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
