import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReviewedChange } from '../../api/review-types.ts';
import { ChangedModel } from '../../parts/ChangedModel.tsx';
import { ChangesRequestedTag, OperationTag, StatusTag } from '../../parts/ChangeTags.tsx';
import { isChangeSet, subjectLabel } from '../../parts/change-sets.ts';
import { formatAge, formatTime } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { shownOperation } from '../../parts/renames.ts';
import { Tag } from '../../parts/Tag.tsx';

export function ChangeItem({ change }: { change: ReviewedChange }) {
  return (
    <li className={layout.item}>
      <div className={layout.line}>
        <OperationTag operation={shownOperation(change)} />
        <span className={layout.shrinks}>
          <ChangedModel change={change} />
        </span>
        <StatusTag status={change.status} />
        <ChangesRequestedTag change={change} />
        {change.stale && <Tag tone="bad">stale</Tag>}
      </div>
      <Text size="xs" c="dimmed">
        <Link to="/changes/$changeId" params={{ changeId: String(change.change_id) }} className={layout.link}>
          Change {change.change_id}
        </Link>{' '}
        · {subjectLabel(change)} ·{' '}
        <time
          dateTime={new Date(change.requested_at * 1000).toISOString()}
          title={formatTime(change.requested_at)}
        >
          {formatAge(change.requested_at)}
        </time>
        {change.notes && !isChangeSet(change) ? ` · ${change.notes}` : ''}
      </Text>
      {change.status === 'rejected' && (
        <Text size="sm">
          Rejected by {change.rejected_username}: {change.reject_reason}
        </Text>
      )}
    </li>
  );
}
