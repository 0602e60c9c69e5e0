import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useCategoryNames } from '../../api/models.ts';
import { changeStatuses } from '../../api/queue.ts';
import type { QueueCounts } from '../../api/review-types.ts';
import type { ChangeStatus } from '../../api/types.ts';
import { categoryLabel, formatCount } from '../../parts/format.ts';
import { laneNames } from './lanes.ts';
import classes from './QueueFilters.module.css';
import { isRanked, type QueueSearch, statusesOf } from './queue-search.ts';

const riskiestFirst = ['high', 'look', 'low'] as const;

interface Props {
  readonly search: QueueSearch;
  readonly counts: QueueCounts | undefined;
  readonly onChange: (part: Partial<QueueSearch>) => void;
}

export function QueueFilters({ search, counts, onChange }: Props) {
  const categories = useCategoryNames();
  const statuses = statusesOf(search);
  const isAll = search.status?.includes('all') ?? false;
  const choose = (status: ChangeStatus) =>
    onChange({
      status: status === 'pending' ? undefined : [status],
      // A decided change has no risk.
      risk: status === 'pending' || status === 'approved' ? search.risk : undefined,
    });
  const filtered = search.category || search.name || search.by || search.batch;
  const [isOpen, setOpen] = useState(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div
      role="group"
      aria-label="Filters"
      className={classes.bar}
      data-open={isOpen || undefined}
      data-behind={search.change !== undefined || undefined}
    >
      <Button.Group className={`${classes.statuses} ${classes.ofStatus}`}>
        {changeStatuses.map((status) => (
          <Button
            key={status}
            size="xs"
            variant={!isAll && statuses.includes(status) ? 'filled' : 'default'}
            aria-pressed={!isAll && statuses.includes(status)}
            onClick={() => choose(status)}
          >
            {status}
            {counts ? ` ${formatCount(counts.statuses[status])}` : ''}
          </Button>
        ))}
        <Button
          size="xs"
          variant={isAll ? 'filled' : 'default'}
          aria-pressed={isAll}
          onClick={() => onChange({ status: ['all'], risk: undefined })}
        >
          all
        </Button>
      </Button.Group>
      {isRanked(search) && (
        <Button.Group className={classes.statuses}>
          {riskiestFirst.map((level) => (
            <Button
              key={level}
              size="xs"
              variant={search.risk === level ? 'filled' : 'default'}
              aria-pressed={search.risk === level}
              onClick={() => onChange({ risk: search.risk === level ? undefined : level })}
            >
              {statuses[0] === 'pending' && counts?.risks ? `${formatCount(counts.risks[level])} ` : ''}
              {laneNames[level]}
            </Button>
          ))}
        </Button.Group>
      )}
      <Button
        className={classes.more}
        size="xs"
        variant="default"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {filtered ? 'Filters, some set' : 'Filters'}
      </Button>
      <div className={classes.others} data-open={isOpen || undefined}>
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
        {isRanked(search) && (
          <NativeSelect
            size="xs"
            aria-label="Order"
            // So many that the service does not rank them.
            value={counts?.risks === null ? 'oldest' : (search.order ?? '')}
            data={[
              { value: '', label: 'Riskiest first', disabled: counts?.risks === null },
              { value: 'oldest', label: 'Oldest first' },
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChange({ order: value === 'oldest' ? 'oldest' : undefined })
            }
          />
        )}
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
      </div>
      {(filtered || search.risk) && (
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
