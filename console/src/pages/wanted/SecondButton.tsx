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
  const isSupporter = useIsSupporter(id);
  const setSupport = useSupport(id);
  const confirm = useConfirm();
  if (!canWrite || (state !== 'open' && state !== 'accepted')) return null;
  const withdrawSupport = async () => {
    const isLast = wanted === 1;
    const isConfirmed =
      !isLast ||
      (await confirm({
        title: 'Withdraw the request?',
        body: 'You are the only supporter, so the request is withdrawn. It can be created again.',
        confirm: 'Withdraw it',
      }));
    if (isConfirmed) setSupport.mutate({ wants: false });
  };
  return (
    <>
      <Button
        size="xs"
        variant={isSupporter ? 'default' : 'filled'}
        aria-label={`${isSupporter ? 'Withdraw support' : 'I want it too'}: ${name}`}
        loading={setSupport.isPending}
        disabled={isSupporter === undefined}
        onClick={() =>
          isSupporter ? void withdrawSupport() : signedIn ? setSupport.mutate({ wants: true }) : askForKey()
        }
      >
        {isSupporter ? 'Withdraw support' : 'I want it too'}
      </Button>
      {setSupport.error && <ErrorState error={setSupport.error} />}
    </>
  );
}
