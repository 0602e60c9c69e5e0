import { Button } from '@mantine/core';
import { useDeployment } from '../../api/deployment.ts';
import { type ModelRequest, useIsSupporter, useSupport } from '../../api/requests.ts';
import { useCaller } from '../../api/roles.ts';
import { askForKey } from '../../api/session.ts';
import { useConfirm } from '../../parts/Confirm.tsx';
import { ErrorState } from '../../parts/QueryState.tsx';

/**
 * Button that supports a request or withdraws the support. Shown only for open and accepted requests, and not
 * on a replica.
 */
export function SecondButton({ request }: { request: ModelRequest }) {
  const { request_id: id, name, state, wanted } = request;
  const { signedIn } = useCaller();
  const { canReview: canWrite } = useDeployment();
  const wants = useIsSupporter(id);
  const seconding = useSupport(id);
  const confirm = useConfirm();
  if (!canWrite || (state !== 'open' && state !== 'accepted')) return null;
  const withdraw = async () => {
    const isLast = wanted === 1;
    const yes =
      !isLast ||
      (await confirm({
        title: 'Withdraw the request?',
        body: 'You are the only supporter, so the request is withdrawn. It can be created again.',
        confirm: 'Withdraw it',
      }));
    if (yes) seconding.mutate({ wants: false });
  };
  return (
    <>
      <Button
        size="xs"
        variant={wants ? 'default' : 'filled'}
        aria-label={`${wants ? 'Withdraw support' : 'I want it too'}: ${name}`}
        loading={seconding.isPending}
        disabled={wants === undefined}
        onClick={() => (wants ? void withdraw() : signedIn ? seconding.mutate({ wants: true }) : askForKey())}
      >
        {wants ? 'Withdraw support' : 'I want it too'}
      </Button>
      {seconding.error && <ErrorState error={seconding.error} />}
    </>
  );
}
