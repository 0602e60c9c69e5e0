import { Alert, Button, Stack, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useDeployment } from '../api/deployment.ts';
import { useCaller } from '../api/roles.ts';
import { askForKey, session } from '../api/session.ts';
import { Icon } from './Icon.tsx';
import { LoadingState } from './QueryState.tsx';

/**
 * Shows its children to callers with the role in `need`, provided that this deployment supports the actions
 * in the children. Otherwise, shows why the caller cannot use the page.
 */
export function Access(props: {
  /** `account`: any signed-in account. */
  need: 'requestor' | 'approver' | 'account';
  /**
   * For `need: 'requestor'`: the actions that the children offer. `proposals` (default): create proposals.
   * `queue`: act on changes in the queue. On a deployment with the legacy format, the console supports only
   * `queue`.
   */
  for?: 'proposals' | 'queue';
  /**
   * Whether users without the role see the children too, below a note about the missing role. The children
   * must not send requests that need the role.
   */
  mayTry?: boolean;
  children: ReactNode;
}) {
  const { need, children } = props;
  const caller = useCaller();
  const { id } = session.use();
  const { deployment, canPropose, canReview, limits } = useDeployment();
  const hasRole = {
    approver: caller.isApprover,
    requestor: caller.isRequestor,
    account: caller.user !== null,
  }[need];
  const isSupported = need !== 'requestor' || props.for === 'queue' ? canReview : canPropose;

  if (deployment === null || caller.isLoading) return <LoadingState />;
  if (!isSupported) {
    return (
      <Alert
        color="gray"
        icon={<Icon name="info" />}
        title={limits?.title ?? 'Not possible on this deployment.'}
      >
        {limits?.text}
      </Alert>
    );
  }
  // Remounts for another account, which must not see the state of the previous one.
  if (hasRole) return <Fragment key={id}>{children}</Fragment>;
  if (props.mayTry) {
    return (
      <>
        <Text size="sm" c="dimmed" mb="sm" maw="70ch">
          {caller.signedIn
            ? 'Your key does not have the requestor role. You can try this all the same: '
            : 'You can try this without a key: '}
          what you type stays in this browser. To send it, sign in as a requestor. <RequestorExplanation />
        </Text>
        <Fragment key={id}>{children}</Fragment>
      </>
    );
  }
  return (
    <Stack align="flex-start" py="lg" gap="sm">
      <Text fw={600}>
        {caller.signedIn
          ? `Your key does not have the ${need} role.`
          : need === 'account'
            ? 'This requires a key. Sign in at the top of the page.'
            : `This requires a key with the ${need} role. Sign in at the top of the page.`}
      </Text>
      {need === 'requestor' && (
        <Text size="sm" maw="70ch">
          <RequestorExplanation />
        </Text>
      )}
      {caller.user && (
        <Text size="sm" c="dimmed">
          You are signed in as {caller.user.username}.
        </Text>
      )}
      {caller.signedIn && (
        <Button leftSection={<Icon name="key" />} onClick={() => askForKey()}>
          Sign in with another key
        </Button>
      )}
    </Stack>
  );
}

function RequestorExplanation() {
  return 'Requestors may propose changes; approvers decide on them. To get a role, send the name and number of your account (Name#123) to the operators of this registry.';
}
