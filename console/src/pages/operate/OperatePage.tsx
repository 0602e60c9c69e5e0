import { Button, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCaller } from '../../api/roles.ts';
import { askForKey } from '../../api/session.ts';
import { PageTabs } from '../../parts/PageTabs.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { LoadingState } from '../../parts/QueryState.tsx';

const tabs = [
  { to: '/operate', label: 'Health' },
  { to: '/operate/bridge', label: 'Bridge' },
  { to: '/operate/webhooks', label: 'Webhooks' },
];

/** The frame of the operators' pages. Callers who are not approvers see only a hint to sign in as one. */
export function OperatePage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  const { isApprover, isLoading, signedIn } = useCaller();
  return (
    <>
      <Title order={1}>Operate</Title>
      {isApprover ? (
        <>
          <PageTabs label="Operate" tabs={tabs} />
          {children}
        </>
      ) : isLoading ? (
        <LoadingState />
      ) : (
        <Stack align="flex-start" gap="sm">
          <Text fw={600}>
            {signedIn
              ? 'Your key does not have the approver role.'
              : 'This requires a key with the approver role. Sign in at the top of the page.'}
          </Text>
          {signedIn && <Button onClick={() => askForKey()}>Sign in with another key</Button>}
        </Stack>
      )}
    </>
  );
}
