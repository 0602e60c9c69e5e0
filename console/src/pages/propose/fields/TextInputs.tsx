import { Autocomplete, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { Path } from '../draft.ts';
import { useEditing } from '../editing.ts';
import type { Field } from '../record-fields.ts';
import { useFieldProps } from './field-props.tsx';

interface Props {
  readonly field: Field;
  readonly path: Path;
}

const maxSuggestions = 40;

export function TextField({ field, path }: Props) {
  const { valueAt, set, suggestionsFor } = useEditing();
  const value = (valueAt(path) as string | undefined | null) ?? '';
  const props = useFieldProps(field, path);
  const suggestions = props.readOnly ? [] : suggestionsFor(path, field);
  const placeholder = typeof field.fallback === 'string' ? field.fallback : undefined;
  // Removes an empty text from the record.
  const setText = (next: string) => set(path, next === '' ? undefined : next);
  if (suggestions.length > 0) {
    return (
      <Autocomplete
        {...props}
        autoComplete="off"
        placeholder={placeholder}
        data={suggestions}
        limit={maxSuggestions}
        value={value}
        onChange={setText}
      />
    );
  }
  return (
    <TextInput
      {...props}
      autoComplete="off"
      placeholder={placeholder}
      value={value}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

export function LongTextInput({ field, path }: Props) {
  const { valueAt, set } = useEditing();
  return (
    <Textarea
      {...useFieldProps(field, path)}
      autosize
      minRows={2}
      maxRows={12}
      value={(valueAt(path) as string | undefined | null) ?? ''}
      onChange={({ currentTarget: { value } }) => set(path, value === '' ? undefined : value)}
    />
  );
}

export function TextsInput({ field, path }: Props) {
  const { valueAt, set, suggestionsFor } = useEditing();
  // Users separate tags with commas; a trigger may contain commas.
  const hasCommaSeparator = field.key === 'tags';
  const props = useFieldProps(
    field,
    path,
    hasCommaSeparator ? 'Enter or a comma adds one.' : 'Enter adds one.',
  );
  const value = (valueAt(path) as string[] | undefined | null) ?? [];
  return (
    <TagsInput
      {...props}
      data={suggestionsFor(path, field).filter((item) => !value.includes(item))}
      limit={maxSuggestions}
      value={value}
      splitChars={hasCommaSeparator ? [','] : []}
      // A stored list may contain duplicates.
      allowDuplicates
      acceptValueOnBlur
      onChange={(items) => set(path, items.length > 0 ? items : undefined)}
    />
  );
}
