import type { ChangeOperation, ChangeStatus } from '../api/types.ts';
import { Tag } from './Tag.tsx';

const operationTones = { create: 'good', update: 'accent', delete: 'bad' } as const;
const statusWords = {
  pending: 'Waits for an approver',
  approved: 'Accepted, but not live before it is applied with its batch',
  applied: 'Live: workers read it',
  rejected: 'Not accepted',
} as const;
const statusTones = { pending: 'warn', approved: 'accent', applied: 'good', rejected: 'bad' } as const;

export function OperationTag({ operation }: { operation: ChangeOperation }) {
  return <Tag tone={operationTones[operation]}>{operation}</Tag>;
}

export function StatusTag({ status }: { status: ChangeStatus }) {
  return (
    <Tag tone={statusTones[status]} title={statusWords[status]}>
      {status}
    </Tag>
  );
}
