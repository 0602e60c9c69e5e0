import { Text, Title } from '@mantine/core';
import { Access } from '../../parts/Access.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { Queue } from './Queue.tsx';
import { ReviewTabs } from './ReviewTabs.tsx';

export function QueuePage() {
  usePageTitle('Review');
  return (
    <>
      <Title order={1}>Review desk</Title>
      <Access need="approver">
        <ReviewTabs />
        <Text size="sm" c="dimmed" mb="xs">
          An approved change is not live yet: it waits in the open batch until the batch is applied.
        </Text>
        <Queue />
      </Access>
    </>
  );
}
