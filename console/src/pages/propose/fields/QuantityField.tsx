import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../parts/format.ts';
import type { Path } from '../draft.ts';
import { useEditing } from '../editing.ts';
import type { Field } from '../record-fields.ts';
import { useFieldProps } from './field-props.tsx';
import type { Quantity } from './quantities.ts';

interface Props {
  readonly field: Field;
  readonly path: Path;
  readonly quantity: Quantity;
}

/**
 * An input for a number with an optional unit. Shows the parsed number. Unparsable input goes into the record
 * as typed, and the service then refuses the record.
 */
export function QuantityField({ field, path, quantity }: Props) {
  const { valueAt, set } = useEditing();
  const value = valueAt(path) as number | string | null | undefined;
  const props = useFieldProps(
    field,
    path,
    <>
      {quantity.hint}
      {typeof value === 'number' && <b> = {quantity.formatInFull(value)}</b>}
    </>,
  );
  const [text, setText] = useState(() => (typeof value === 'number' ? formatCount(value) : (value ?? '')));
  return (
    <TextInput
      {...props}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget: { value: next } }) => {
        setText(next);
        set(path, next.trim() === '' ? undefined : (quantity.parse(next) ?? next));
      }}
    />
  );
}
