import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Path } from '../draft.ts';
import { useEditing } from '../editing.ts';
import type { Field } from '../record-fields.ts';
import { useFieldProps } from './field-props.tsx';

/** Edits a value as JSON that no other control can show. */
export function JsonInput({ field, path }: { field: Field; path: Path }) {
  const { valueAt, set } = useEditing();
  const props = useFieldProps(field, path, 'As JSON.');
  const value = valueAt(path);
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const [broken, setBroken] = useState(false);
  return (
    <Textarea
      {...props}
      error={broken ? 'This is not JSON.' : props.error}
      autosize
      maxRows={16}
      value={text}
      onChange={({ currentTarget: { value: next } }) => {
        setText(next);
        try {
          set(path, next.trim() === '' ? undefined : JSON.parse(next));
          setBroken(false);
        } catch {
          setBroken(true);
        }
      }}
    />
  );
}
