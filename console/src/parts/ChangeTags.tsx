import type { ReviewedChange } from '../api/review-types.ts';
import type { ChangeStatus } from '../api/types.ts';
import type { ShownOperation } from './renames.ts';
import { Tag } from './Tag.tsx';

const operationTones = {
  create: 'good',
  update: 'accent',
  delete: 'warn',
  rename: 'warn',
  'change set': 'accent',
} as const;
const statusWords = {
  pending: 'Waiting for review',
  approved: 'Not live until its batch is applied',
  applied: 'Live: workers read it',
  rejected: 'Rejected: it will not go live',
} as const;
const statusTones = { pending: 'warn', approved: 'accent', applied: 'good', rejected: 'bad' } as const;

export function OperationTag({ operation }: { operation: ShownOperation }) {
  return <Tag tone={operationTones[operation]}>{operation}</Tag>;
}

export function StatusTag({ status }: { status: ChangeStatus }) {
  return (
    <Tag tone={statusTones[status]} title={statusWords[status]}>
      {status}
    </Tag>
  );
}

/** Returns whether an approver requested changes and the requestor has not sent a new version since. */
export function areChangesRequested(
  change: Pick<ReviewedChange, 'status' | 'changes_requested_by'>,
): boolean {
  return change.status === 'pending' && Boolean(change.changes_requested_by);
}

/** Tag beside the status of a change whose requestor has to revise it. */
export function ChangesRequestedTag({ change }: { change: ReviewedChange }) {
  if (!areChangesRequested(change)) return null;
  return (
    <Tag tone="warn" title="An approver requested changes: waiting for a new version">
      changes requested
    </Tag>
  );
}
