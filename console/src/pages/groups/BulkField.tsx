import { Autocomplete, NativeSelect, SegmentedControl, TagsInput, Text, Textarea } from '@mantine/core';
import { useId } from 'react';
import type { GroupMembers } from '../../api/types.ts';
import { type CommonField, type commonFields, emptyValues, presentValues } from './common-fields.ts';
import classes from './groups.module.css';

/** The effect of an edit on a field in all models of a group: keep, set or clear. */
export interface FieldPlan {
  readonly deed: 'keep' | 'set' | 'clear';
  readonly value: string | readonly string[] | boolean | null;
}

export const keep: FieldPlan = { deed: 'keep', value: null };

interface Props {
  readonly field: CommonField;
  readonly kind: (typeof commonFields)[number]['kind'];
  readonly group: GroupMembers;
  readonly plan: FieldPlan;
  readonly problem: string | undefined;
  readonly onChange: (plan: FieldPlan) => void;
}

/** Largest number of a field's values in the list. The page shows only the number of further values. */
const listedValues = 4;

export function BulkField({ field, kind, group, plan, problem, onChange }: Props) {
  const id = useId();
  const present = presentValues(group, field);
  const [most] = present;
  const start = (): FieldPlan['value'] => {
    const raw = most?.raw ?? null;
    if (kind === 'boolean') return typeof raw === 'boolean' ? raw : false;
    if (kind === 'texts') return Array.isArray(raw) ? (raw as string[]) : [];
    return typeof raw === 'string' ? raw : '';
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere
    <div role="group" aria-labelledby={id} className={classes.edit}>
      <div>
        <Text id={id} fw={600} size="sm">
          {field}
        </Text>
        <Text size="xs" c="dimmed" className={classes.present}>
          now:{' '}
          {present
            .slice(0, listedValues)
            .map(({ value, count }) => `${value}${present.length > 1 ? ` (${count})` : ''}`)
            .join(' · ')}
          {present.length > listedValues && ` · ${present.length - listedValues} others`}
        </Text>
      </div>
      <SegmentedControl
        size="xs"
        aria-label={`Action for ${field}`}
        value={plan.deed}
        data={[
          { value: 'keep', label: 'Keep' },
          { value: 'set', label: 'Set' },
          { value: 'clear', label: kind === 'boolean' ? 'Reset' : 'Clear' },
        ]}
        onChange={(deed) =>
          onChange(
            deed === 'keep'
              ? keep
              : deed === 'set'
                ? { deed, value: start() }
                : { deed: 'clear', value: emptyValues[kind] },
          )
        }
      />
      <div className={classes.value}>
        {plan.deed === 'set' && (
          <ValueInput
            field={field}
            kind={kind}
            value={plan.value}
            suggestions={present
              .filter(({ raw }) => typeof raw === 'string' && raw !== '')
              .map(({ value }) => value)}
            problem={problem}
            onChange={(value) => onChange({ deed: 'set', value })}
          />
        )}
        {plan.deed === 'clear' && (
          <Text size="sm" c="dimmed">
            {kind === 'boolean' ? 'Set to the default, no.' : 'Empty in every model.'}
          </Text>
        )}
      </div>
    </div>
  );
}

interface ValueProps {
  readonly field: CommonField;
  readonly kind: Props['kind'];
  readonly value: FieldPlan['value'];
  readonly suggestions: readonly string[];
  readonly problem: string | undefined;
  readonly onChange: (value: FieldPlan['value']) => void;
}

function ValueInput({ field, kind, value, suggestions, problem, onChange }: ValueProps) {
  const props = { 'aria-label': `New value of ${field}`, error: problem };
  if (kind === 'boolean') {
    return (
      <NativeSelect
        {...props}
        value={String(value)}
        data={[
          { value: 'false', label: 'no' },
          { value: 'true', label: 'yes' },
        ]}
        onChange={({ currentTarget }) => onChange(currentTarget.value === 'true')}
      />
    );
  }
  if (kind === 'texts') {
    return (
      <TagsInput
        {...props}
        splitChars={field === 'tags' ? [','] : []}
        acceptValueOnBlur
        value={[...((value as readonly string[] | null) ?? [])]}
        onChange={onChange}
      />
    );
  }
  const text = typeof value === 'string' ? value : '';
  if (kind === 'long-text') {
    return (
      <Textarea
        {...props}
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return <Autocomplete {...props} data={[...suggestions]} limit={30} value={text} onChange={onChange} />;
}
