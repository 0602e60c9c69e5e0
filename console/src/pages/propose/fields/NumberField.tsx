import { NumberInput } from '@mantine/core';
import { formatBytes, formatParameters } from '../../../parts/format.ts';
import type { Path } from '../draft.ts';
import { useEditing } from '../editing.ts';
import type { Field } from '../record-fields.ts';
import { useFieldProps } from './field-props.ts';

/** A large number in the unit that people think of it in. */
function magnitude(key: string, value: unknown): string | undefined {
  if (typeof value !== 'number' || value < 1000) return undefined;
  if (key.endsWith('_bytes')) return formatBytes(value);
  return key === 'parameters' ? formatParameters(value) : undefined;
}

export function NumberField({ field, path }: { field: Field; path: Path }) {
  const { valueAt, set } = useEditing();
  const props = useFieldProps(field, path);
  const value = valueAt(path) as number | null | undefined;
  const shown = magnitude(field.key, value);
  return (
    <NumberInput
      {...props}
      description={[props.description, shown && `= ${shown}`].filter(Boolean).join(' ') || undefined}
      hideControls
      thousandSeparator=","
      allowDecimal={field.kind === 'number'}
      value={value ?? ''}
      onChange={(next) => set(path, next === '' ? undefined : Number(next))}
    />
  );
}
