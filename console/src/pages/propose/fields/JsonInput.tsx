import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Path } from '../draft.ts';
import { useEditing } from '../editing.ts';
import type { Field } from '../record-fields.ts';
import { typingDelayMs } from '../use-check.ts';
import { useFieldProps } from './field-props.tsx';

/** Edits a value as JSON, if no other control can show it. */
export function JsonInput({ field, path }: { field: Field; path: Path }) {
  const { valueAt, set } = useEditing();
  const props = useFieldProps(field, path, 'As JSON.');
  const value = valueAt(path);
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  // The error appears after a pause in typing, since incomplete text is not valid JSON.
  const [debouncedText] = useDebouncedValue(text, typingDelayMs);
  return (
    <Textarea
      {...props}
      error={debouncedText === text && !isJson(text) ? 'This is not JSON.' : props.error}
      autosize
      maxRows={16}
      value={text}
      onChange={({ currentTarget: { value: next } }) => {
        setText(next);
        if (isJson(next)) set(path, next.trim() === '' ? undefined : JSON.parse(next));
      }}
    />
  );
}

function isJson(text: string): boolean {
  try {
    if (text.trim() !== '') JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
