import { Button } from '@mantine/core';
import { fieldLabel } from '../../../parts/field-names.ts';
import { Icon } from '../../../parts/Icon.tsx';
import layout from '../../../parts/layout.module.css';
import type { Path } from '../draft.ts';
import { fieldId, useEditing } from '../editing.ts';
import { HelpText } from '../HelpText.tsx';
import classes from '../propose.module.css';
import type { Field } from '../record-fields.ts';
import { FieldGrid } from './FieldGrid.tsx';
import { FieldProblems } from './FieldProblems.tsx';

interface Props {
  readonly field: Field;
  readonly fields: readonly Field[];
  readonly path: Path;
}

/** Edits the fields of an object. An optional object can be added and removed. */
export function ObjectInput({ field, fields, path }: Props) {
  const { valueAt, set } = useEditing();
  const label = fieldLabel(field.key);
  const isPresent = valueAt(path) !== undefined && valueAt(path) !== null;
  const isOptional = field.fallback === undefined && !field.required;
  if (isOptional && !isPresent) {
    return (
      <div className={layout.tools} id={fieldId(path)}>
        <span className={classes.label}>{label}</span>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => set(path, {}, 'unedited')}
        >
          Add {label.toLowerCase()}
        </Button>
        <FieldProblems path={path} />
      </div>
    );
  }
  return (
    <fieldset className={classes.object} id={fieldId(path)} tabIndex={-1}>
      <legend className={classes.legend}>
        {label}
        {isOptional && (
          <Button variant="subtle" size="compact-xs" onClick={() => set(path, undefined)}>
            Remove {label.toLowerCase()}
          </Button>
        )}
      </legend>
      {field.help && (
        <p className={classes.help}>
          <HelpText text={field.help} />
        </p>
      )}
      <FieldProblems path={path} />
      <FieldGrid fields={fields} path={path} />
    </fieldset>
  );
}
