import { Button, Checkbox, Group, MultiSelect, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useConfirm } from '../../parts/Confirm.tsx';
import { obligationNames, permissionOptions } from '../../parts/licence-words.ts';
import { RefusalAlert } from '../../parts/RefusalAlert.tsx';

/** A control of the form. A `lines` control has one item per line, and is sent as a list. */
export interface Field {
  readonly key: string;
  readonly label: string;
  readonly kind: 'text' | 'long' | 'lines' | 'permission' | 'obligations' | 'flag' | 'choice';
  readonly options?: readonly string[];
  readonly required?: boolean;
  /** Whether the field is read-only once the entry exists. */
  readonly isIdentity?: boolean;
}

export type Values = Readonly<Record<string, unknown>>;

interface Props {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly isNew: boolean;
  /** Sends the entry. The form shows the error if the promise rejects. */
  readonly onSave: (values: Values) => Promise<void>;
  /** Deletes the entry; absent for a new one. */
  readonly onDelete?: () => Promise<void>;
  readonly children?: ReactNode;
}

const obligationOptions = Object.entries(obligationNames).map(([value, label]) => ({ value, label }));

/** A form for an entry that licence editors write without review. */
export function EntryForm({ fields, values, isNew, onSave, onDelete, children }: Props) {
  const [draft, setDraft] = useState<Values>(values);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const confirm = useConfirm();
  const sendRequest = async (request: () => Promise<void>) => {
    setSending(true);
    setFailure(null);
    try {
      await request();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setSending(false);
    }
  };
  const deleteEntry = async () => {
    const isConfirmed = await confirm({
      title: 'Delete this entry?',
      body: 'Its history stays in the audit trail.',
      confirm: 'Delete',
      danger: true,
    });
    if (isConfirmed && onDelete) await sendRequest(onDelete);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void sendRequest(() => onSave(convertValues(fields, draft)));
      }}
    >
      <Stack gap="sm" maw="40rem">
        {fields.map((field) => (
          <Control
            key={field.key}
            field={field}
            isFixed={!isNew && field.isIdentity === true}
            value={draft[field.key]}
            onChange={(value) => setDraft({ ...draft, [field.key]: value })}
          />
        ))}
        {children}
        {failure !== null && <RefusalAlert title="Nothing was written" text={failure} />}
        <Group>
          <Button type="submit" loading={isSending}>
            {isNew ? 'Create' : 'Save'}
          </Button>
          {onDelete && (
            <Button variant="default" color="red" disabled={isSending} onClick={() => void deleteEntry()}>
              Delete
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function Control({
  field: { label, kind, options, required = false },
  isFixed,
  value,
  onChange,
}: {
  field: Field;
  isFixed: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const commonProps = { label, disabled: isFixed, withAsterisk: required, 'aria-required': required };
  const text = typeof value === 'string' ? value : '';
  switch (kind) {
    case 'flag':
      return (
        <Checkbox
          label={label}
          checked={value === true}
          onChange={({ currentTarget: { checked } }) => onChange(checked)}
        />
      );
    case 'permission':
    case 'choice':
      return (
        <Select
          {...commonProps}
          data={kind === 'permission' ? permissionOptions : [...(options ?? [])]}
          allowDeselect={false}
          value={text || null}
          onChange={onChange}
        />
      );
    case 'obligations':
      return (
        <MultiSelect
          {...commonProps}
          data={obligationOptions}
          value={value as string[]}
          onChange={onChange}
        />
      );
    case 'long':
    case 'lines':
      return (
        <Textarea
          {...commonProps}
          {...(kind === 'lines' && { description: 'One a line' })}
          autosize
          minRows={2}
          value={Array.isArray(value) ? value.join('\n') : text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...commonProps}
          autoComplete="off"
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}

/** Returns the values to send: empty optional texts become null, lines become lists. */
function convertValues(fields: readonly Field[], draft: Values): Values {
  const entries = fields.map(({ key, kind, required = false }) => {
    const value = draft[key];
    if (kind === 'lines') {
      const lines = typeof value === 'string' ? value.split('\n') : ((value ?? []) as string[]);
      return [key, lines.map((line) => line.trim()).filter((line) => line !== '')];
    }
    if ((kind === 'text' || kind === 'long') && !required) {
      return [key, typeof value === 'string' && value.trim() !== '' ? value : null];
    }
    return [key, value ?? (kind === 'text' ? '' : value)];
  });
  return Object.fromEntries(entries);
}
