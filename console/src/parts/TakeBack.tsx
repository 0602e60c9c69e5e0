import { Alert, Button } from '@mantine/core';
import { useCaller } from '../api/roles.ts';
import { useUnapprove, useWithdraw } from '../api/take-back.ts';
import type { PendingChange } from '../api/types.ts';
import { useConfirm } from './Confirm.tsx';
import { Icon } from './Icon.tsx';

type Change = Pick<PendingChange, 'change_id' | 'status' | 'requested_by' | 'model_name'>;

export function Withdraw({ change }: { change: Change }) {
  const withdraw = useWithdraw();
  const confirm = useConfirm();
  const confirmAndWithdraw = async () => {
    const isConfirmed = await confirm({
      title: `Withdraw change ${change.change_id}?`,
      body: 'The change leaves the queue as rejected. You can propose it again.',
      confirm: 'Withdraw',
    });
    if (isConfirmed) withdraw.mutate(change.change_id);
  };
  return (
    <>
      <Button variant="default" loading={withdraw.isPending} onClick={() => void confirmAndWithdraw()}>
        Withdraw
      </Button>
      <Refusal error={withdraw.error} />
    </>
  );
}

/** Button for approvers that withdraws the approval of a change that is not applied yet. */
export function Unapprove({ change }: { change: Change }) {
  const { isApprover } = useCaller();
  const unapprove = useUnapprove();
  if (!isApprover) return null;
  return (
    <>
      <Button
        variant="default"
        loading={unapprove.isPending}
        onClick={() => unapprove.mutate(change.change_id)}
      >
        Revoke the approval
      </Button>
      <Refusal error={unapprove.error} />
    </>
  );
}

function Refusal({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <Alert color="red" role="alert" icon={<Icon name="warning" />}>
      {error.message}
    </Alert>
  );
}
