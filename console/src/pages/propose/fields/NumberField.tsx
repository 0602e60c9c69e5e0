import { NumberInput } from '@mantine/core';
import type { Path } from '../draft.ts';
import { useEditing } from '../editing.ts';
import type { Field } from '../record-fields.ts';
import { useFieldProps } from './field-props.tsx';

export function NumberField({ field, path }: { field: Field; path: Path }) {
  const { valueAt, set } = useEditing();
  const value = valueAt(path) as number | null | undefined;
  return (
    <NumberInput
      {...useFieldProps(field, path)}
      hideControls
      thousandSeparator=","
      allowDecimal={field.kind === 'number'}
      value={value ?? ''}
      onChange={(next) => set(path, next === '' ? undefined : Number(next))}
    />
  );
}
