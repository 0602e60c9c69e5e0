import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useCategoryNames } from '../../api/models.ts';
import { changeStatuses } from '../../api/queue.ts';
import type { ChangeStatus } from '../../api/types.ts';
import { categoryLabel, formatCount } from '../../parts/format.ts';
import classes from './QueueFilters.module.css';
import { type QueueSearch, statusesOf } from './queue-search.ts';

interface Props {
  readonly search: QueueSearch;
  readonly counts: Record<ChangeStatus, number> | undefined;
  readonly onChange: (part: Partial<QueueSearch>) => void;
}

export function QueueFilters({ search, counts, onChange }: Props) {
  const categories = useCategoryNames();
  const statuses = statusesOf(search);
  const isAll = search.status?.includes('all') ?? false;
  const choose = (status: ChangeStatus) => onChange({ status: status === 'pending' ? undefined : [status] });
  const filtered = search.category || search.name || search.by || search.batch || search.risk;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div
      role="group"
      aria-label="Filters"
      className={classes.bar}
      data-behind={search.change !== undefined || undefined}
    >
      <Button.Group className={classes.statuses}>
        {changeStatuses.map((status) => (
          <Button
            key={status}
            size="xs"
            variant={!isAll && statuses.includes(status) ? 'filled' : 'default'}
            aria-pressed={!isAll && statuses.includes(status)}
            onClick={() => choose(status)}
          >
            {status}
            {counts ? ` ${formatCount(counts[status])}` : ''}
          </Button>
        ))}
        <Button
          size="xs"
          variant={isAll ? 'filled' : 'default'}
          aria-pressed={isAll}
          onClick={() => onChange({ status: ['all'] })}
        >
          all
        </Button>
      </Button.Group>
      <NativeSelect
        size="xs"
        aria-label="Category"
        value={search.category ?? ''}
        data={[
          { value: '', label: 'Every category' },
          ...(categories.data ?? []).map((name) => ({ value: name, label: categoryLabel(name) })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ category: value || undefined })}
      />
      <NativeSelect
        size="xs"
        aria-label="Risk"
        value={search.risk ?? ''}
        data={[
          { value: '', label: 'Every risk' },
          { value: 'low', label: 'Low risk' },
          { value: 'look', label: 'To look at' },
          { value: 'high', label: 'High risk' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ risk: (value || undefined) as QueueSearch['risk'] })
        }
      />
      <NativeSelect
        size="xs"
        aria-label="Order"
        value={search.order ?? ''}
        data={[
          { value: '', label: 'Oldest first' },
          { value: 'risk', label: 'Riskiest first' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ order: value === 'risk' ? 'risk' : undefined })
        }
      />
      <TypedFilter label="Model name" value={search.name} onChange={(name) => onChange({ name })} />
      <TypedFilter label="Requestor" value={search.by} onChange={(by) => onChange({ by })} />
      <TypedFilter
        label="Batch"
        value={search.batch?.toString()}
        onChange={(text) => {
          const batch = Number(text);
          onChange({ batch: Number.isInteger(batch) && batch > 0 ? batch : undefined });
        }}
      />
      {filtered && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() =>
            onChange({
              category: undefined,
              name: undefined,
              by: undefined,
              batch: undefined,
              risk: undefined,
            })
          }
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}

interface TypedProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A text input that filters once typing pauses. */
function TypedFilter({ label, value, onChange }: TypedProps) {
  const [typed, setTyped] = useState(value ?? '');
  const send = useDebouncedCallback((next: string) => onChange(next.trim() || undefined), 250);
  useEffect(() => setTyped(value ?? ''), [value]);
  return (
    <TextInput
      className={classes.typed}
      size="xs"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={({ currentTarget: { value: next } }) => {
        setTyped(next);
        send(next);
      }}
    />
  );
}
