import { Autocomplete, NativeSelect, SegmentedControl, TagsInput, Text, Textarea } from '@mantine/core';
import { useId } from 'react';
import type { GroupMembers } from '../../api/types.ts';
import { type CommonField, type commonFields, countValues, emptyValues } from './common-fields.ts';
import classes from './groups.module.css';

/** The effect of an edit on a field in all models of a group: keep, set or clear. */
export interface FieldPlan {
  readonly action: 'keep' | 'set' | 'clear';
  readonly value: string | readonly string[] | boolean | null;
}

export const unchangedPlan: FieldPlan = { action: 'keep', value: null };

interface Props {
  readonly field: CommonField;
  readonly kind: (typeof commonFields)[number]['kind'];
  readonly group: GroupMembers;
  readonly plan: FieldPlan;
  readonly problem: string | undefined;
  readonly onChange: (plan: FieldPlan) => void;
}

/** Largest number of a field's values in the list. The page shows only the number of further values. */
const maxListedValues = 4;

export function BulkField({ field, kind, group, plan, problem, onChange }: Props) {
  const id = useId();
  const currentValues = countValues(group, field);
  const [commonest] = currentValues;
  const initialValue = (): FieldPlan['value'] => {
    const raw = commonest?.raw ?? null;
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
          {currentValues
            .slice(0, maxListedValues)
            .map(({ value, count }) => `${value}${currentValues.length > 1 ? ` (${count})` : ''}`)
            .join(' · ')}
          {currentValues.length > maxListedValues && ` · ${currentValues.length - maxListedValues} others`}
        </Text>
      </div>
      <SegmentedControl
        size="xs"
        aria-label={`Action for ${field}`}
        value={plan.action}
        data={[
          { value: 'keep', label: 'Keep' },
          { value: 'set', label: 'Set' },
          { value: 'clear', label: kind === 'boolean' ? 'Reset' : 'Clear' },
        ]}
        onChange={(action) =>
          onChange(
            action === 'keep'
              ? unchangedPlan
              : action === 'set'
                ? { action, value: initialValue() }
                : { action: 'clear', value: emptyValues[kind] },
          )
        }
      />
      <div className={classes.value}>
        {plan.action === 'set' && (
          <ValueInput
            field={field}
            kind={kind}
            value={plan.value}
            suggestions={currentValues
              .filter(({ raw }) => typeof raw === 'string' && raw !== '')
              .map(({ value }) => value)}
            problem={problem}
            onChange={(value) => onChange({ action: 'set', value })}
          />
        )}
        {plan.action === 'clear' && (
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
