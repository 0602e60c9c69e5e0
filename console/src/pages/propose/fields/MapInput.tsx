import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { fieldLabel } from '../../../parts/field-names.ts';
import { Icon } from '../../../parts/Icon.tsx';
import type { Path } from '../draft.ts';
import { fieldId, useEditing } from '../editing.ts';
import { HelpText } from '../HelpText.tsx';
import { OriginMark } from '../paste/OriginMark.tsx';
import classes from '../propose.module.css';
import type { Field } from '../record-fields.ts';
import { typingDelayMs } from '../use-check.ts';
import { FieldProblems } from './FieldProblems.tsx';
import { createObject, formatValue, hasDuplicateKey, type MapRow } from './map-rows.ts';

interface Props {
  readonly field: Field;
  readonly texts: boolean;
  readonly path: Path;
}

/** Edits an object with arbitrary keys and values. */
export function MapInput({ field, texts, path }: Props) {
  const { valueAt, set, problemsAt, originAt } = useEditing();
  const nextId = useRef(0);
  const [rows, setRows] = useState<readonly MapRow[]>(() =>
    Object.entries((valueAt(path) as object | null | undefined) ?? {}).map(([key, value]) => ({
      id: nextId.current++,
      key,
      text: formatValue(value, texts),
    })),
  );
  const label = fieldLabel(field.key);
  const setRowsAndValue = (newRows: readonly MapRow[], how?: 'unedited') => {
    setRows(newRows);
    set(path, createObject(newRows, texts), how);
  };
  const editRow = (id: number, part: Partial<MapRow>) =>
    setRowsAndValue(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const debouncedRows = useDebouncedValue(rows, typingDelayMs)[0];
  return (
    <fieldset className={classes.object} id={fieldId(path)} tabIndex={-1}>
      <legend className={classes.legend}>{label}</legend>
      <p className={classes.help}>
        {field.help && <HelpText text={field.help} />}{' '}
        {!texts && 'Numbers, true, false and [lists] keep their type. Put a value in quotes to store text.'}
      </p>
      <FieldProblems path={path} />
      {rows.map(({ id, key, text }, index) => {
        const isDuplicate = hasDuplicateKey(debouncedRows, id);
        const origin = originAt([...path, key.trim()]);
        const messages = problemsAt([...path, key.trim()]);
        return (
          <div key={id} className={classes.pair}>
            <TextInput
              aria-label={`${label}, key ${index + 1}`}
              placeholder="key"
              value={key}
              error={isDuplicate ? 'This key already exists.' : undefined}
              onChange={({ currentTarget: { value } }) => editRow(id, { key: value })}
            />
            <TextInput
              id={key.trim() === '' ? undefined : fieldId([...path, key.trim()])}
              aria-label={`${label}, value ${index + 1}`}
              placeholder="value"
              value={text}
              description={origin && <OriginMark origin={origin} />}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              error={messages.length > 0 ? messages.join('; ') : undefined}
              onChange={({ currentTarget: { value } }) => editRow(id, { text: value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={6}
              aria-label={`Remove ${key || `row ${index + 1}`} from ${label.toLowerCase()}`}
              onClick={() => setRowsAndValue(rows.filter((row) => row.id !== id))}
            >
              <Icon name="trash" size={15} />
            </ActionIcon>
          </div>
        );
      })}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="plus" size={14} />}
        onClick={() => setRowsAndValue([...rows, { id: nextId.current++, key: '', text: '' }], 'unedited')}
      >
        Add to {label.toLowerCase()}
      </Button>
    </fieldset>
  );
}
