import { NativeSelect } from '@mantine/core';
import type { Path } from '../draft.ts';
import { useEditing } from '../editing.ts';
import type { Field } from '../record-fields.ts';
import { useFieldProps } from './field-props.tsx';

interface Props {
  readonly field: Field;
  readonly path: Path;
}

/**
 * Returns the label of the option that leaves a field unset. For an optional field with a default, it
 * contains the default.
 */
function formatUnsetLabel({ required, fallback }: Field, formatValue: (value: unknown) => string): string {
  if (required) return 'Choose…';
  return fallback === undefined || fallback === null ? 'Not set' : `Not set: ${formatValue(fallback)}`;
}

const formatBoolean = (value: unknown) => (value === true ? 'yes' : 'no');

export function BooleanInput({ field, path }: Props) {
  const { valueAt, set } = useEditing();
  const value = valueAt(path) as boolean | null | undefined;
  return (
    <NativeSelect
      {...useFieldProps(field, path)}
      value={value === undefined || value === null ? '' : String(value)}
      data={[
        { value: '', label: formatUnsetLabel(field, formatBoolean) },
        { value: 'false', label: 'no' },
        { value: 'true', label: 'yes' },
      ]}
      onChange={({ currentTarget: { value: next } }) => set(path, next === '' ? undefined : next === 'true')}
    />
  );
}

export function ChoiceInput({ field, options, path }: Props & { options: readonly string[] }) {
  const { valueAt, set } = useEditing();
  return (
    <NativeSelect
      {...useFieldProps(field, path)}
      value={(valueAt(path) as string | null | undefined) ?? ''}
      data={[
        { value: '', label: formatUnsetLabel(field, String) },
        ...options.map((option) => ({ value: option, label: option })),
      ]}
      onChange={({ currentTarget: { value } }) => set(path, value === '' ? undefined : value)}
    />
  );
}
