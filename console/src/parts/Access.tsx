import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDeployment } from '../api/deployment.ts';
import { useCaller } from '../api/roles.ts';
import { askForKey } from '../api/session.ts';
import { Icon } from './Icon.tsx';
import { LoadingState } from './QueryState.tsx';

/**
 * Shows its children to callers with the role, where the deployment allows the role's actions. Everybody else
 * reads what is missing.
 */
export function Access(props: {
  need: 'requestor' | 'approver';
  /**
   * The requestor's purpose here: new proposals, or actions of the queue, which work with either canonical
   * format.
   */
  for?: 'proposals' | 'queue';
  children: ReactNode;
}) {
  const { need, children } = props;
  const caller = useCaller();
  const { deployment, canPropose, canReview, limits } = useDeployment();
  const hasRole = need === 'approver' ? caller.isApprover : caller.isRequestor;
  const possible = need === 'approver' || props.for === 'queue' ? canReview : canPropose;

  if (deployment === null || caller.isLoading) return <LoadingState />;
  if (!possible) {
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
  if (hasRole) return children;
  return (
    <Stack align="flex-start" py="lg" gap="sm">
      <Text fw={600}>
        {caller.signedIn
          ? `Your key does not have the ${need} role.`
          : `This needs a key with the ${need} role.`}
      </Text>
      {caller.user && (
        <Text size="sm" c="dimmed">
          You are signed in as {caller.user.username}.
        </Text>
      )}
      <Button leftSection={<Icon name="key" />} onClick={() => askForKey()}>
        {caller.signedIn ? 'Sign in with another key' : 'Sign in'}
      </Button>
    </Stack>
  );
}
