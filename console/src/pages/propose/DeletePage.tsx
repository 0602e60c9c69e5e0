import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#client';
import { dryRun, isAddressable, type Proposal, usePropose } from '../../api/proposals.ts';
import type { PendingChange } from '../../api/types.ts';
import { useUsage } from '../../api/usage.ts';
import { Access } from '../../parts/Access.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { UsageBeforeDeletion } from '../../parts/UsageBeforeDeletion.tsx';
import { ProposedChange } from './ProposedChange.tsx';
import { ProposeHead } from './ProposeHead.tsx';
import { Queued } from './Queued.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { Unaddressable } from './Unaddressable.tsx';

const route = getRouteApi('/propose/$category/delete');

export function DeletePage() {
  const { category } = route.useParams();
  const { name = '' } = route.useSearch();
  return (
    <>
      <ProposeHead title="Propose deletion" category={category} name={name} />
      <Access need="requestor">
        {isAddressable(name) ? <Deletion category={category} name={name} /> : <Unaddressable name={name} />}
      </Access>
    </>
  );
}

function Deletion({ category, name }: { category: string; name: string }) {
  const proposal: Proposal = { category, operation: 'delete', name, record: null };
  const check = useQuery({
    queryKey: ['changes', 'dry-run', category, name],
    queryFn: () => dryRun(proposal),
    retry: false,
  });
  const usage = useUsage(category);
  const propose = usePropose();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [queued, setQueued] = useState<PendingChange | null>(null);
  if (queued) return <Queued change={queued} />;
  return (
    <QueryState query={check} isWaiting={usage.isLoading}>
      {(result) => (
        <>
          <UsageBeforeDeletion category={category} name={name} spans={['month', 'total']} />
          <Group>
            <Button
              color="red"
              leftSection={<Icon name="trash" size={16} />}
              onClick={() => setDialogOpen(true)}
            >
              Propose this deletion
            </Button>
            <Text size="sm" c="dimmed">
              The model stays until an approver has applied the deletion.
            </Text>
          </Group>
          <Section title="The record that would be deleted">
            <ProposedChange category={category} result={result} />
          </Section>
          <ReviewDialog
            checked={isDialogOpen ? { proposal, result } : null}
            propose={propose}
            onSend={(sent) => propose.mutate(sent, { onSuccess: setQueued })}
            onClose={() => {
              setDialogOpen(false);
              if (propose.error instanceof ApiError) propose.reset();
            }}
          />
        </>
      )}
    </QueryState>
  );
}
