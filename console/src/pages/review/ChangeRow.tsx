import { Checkbox, Text } from '@mantine/core';
import type { ReviewedChange } from '../../api/review-types.ts';
import { OperationTag, StatusTag } from '../../parts/ChangeTags.tsx';
import { categoryLabel, formatAge, formatTime, plural } from '../../parts/format.ts';
import { Tag } from '../../parts/Tag.tsx';
import classes from './ChangeRow.module.css';

interface Props {
  readonly change: ReviewedChange;
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onOpen: () => void;
}

/** One change of the queue: what it does to which model, who asks for it, and what is worth a look. */
export function ChangeRow({ change, isCurrent, isOpen, isSelected, onSelect, onOpen }: Props) {
  const findings = change.findings?.length ?? 0;
  const dangerous = change.findings?.some(({ severity }) => severity === 'critical') ?? false;
  return (
    <li
      className={classes.row}
      data-change={change.change_id}
      data-current={isCurrent || undefined}
      data-open={isOpen || undefined}
    >
      <Checkbox
        size="sm"
        aria-label={`Select change ${change.change_id}`}
        checked={isSelected}
        disabled={change.status !== 'pending'}
        onChange={onSelect}
      />
      <button type="button" className={classes.open} aria-pressed={isOpen} onClick={onOpen}>
        <span className={classes.title}>
          <OperationTag operation={change.operation} />
          <span className={classes.name}>{change.model_name}</span>
        </span>
        <span className={classes.facts}>
          <Text span size="xs" c="dimmed">
            #{change.change_id} · {categoryLabel(change.category)} · {change.requested_username} ·{' '}
            <time
              dateTime={new Date(change.requested_at * 1000).toISOString()}
              title={formatTime(change.requested_at)}
            >
              {formatAge(change.requested_at)}
            </time>
          </Text>
          {change.status !== 'pending' && <StatusTag status={change.status} />}
          {change.stale && <Tag tone="bad">stale</Tag>}
          {findings > 0 && (
            <Tag tone={dangerous ? 'bad' : 'warn'}>
              {plural(findings, 'finding')}
              {dangerous && ', critical'}
            </Tag>
          )}
        </span>
      </button>
    </li>
  );
}
