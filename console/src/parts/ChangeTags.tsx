import type { ChangeStatus } from '../api/types.ts';
import type { ShownOperation } from './renames.ts';
import { Tag } from './Tag.tsx';

const operationTones = { create: 'good', update: 'accent', delete: 'bad', rename: 'bad' } as const;
const statusWords = {
  pending: 'Waits for an approver',
  approved: 'Not live until its batch is applied',
  applied: 'Live: workers read it',
  rejected: 'It will not go live',
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
