import { Title } from '@mantine/core';
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
        <Queue />
      </Access>
    </>
  );
}
