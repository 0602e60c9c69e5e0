import { Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useDeployment } from '../../api/deployment.ts';
import { useQueueCounts } from '../../api/queue.ts';
import { useCaller } from '../../api/roles.ts';
import { PageTabs } from '../../parts/PageTabs.tsx';
import { useShortcut } from '../../parts/Shortcuts.tsx';
import classes from './review.module.css';

const noFilter = {};

/** The title of the review desk and, for approvers, its tabs. */
export function ReviewHead() {
  const { isApprover } = useCaller();
  const { canReview } = useDeployment();
  return (
    <div className={classes.top}>
      <Title order={1}>Review desk</Title>
      {isApprover && canReview && <Tabs />}
    </div>
  );
}

function Tabs() {
  const { data } = useQueueCounts(noFilter);
  const navigate = useNavigate();
  useShortcut('q', 'Queue', () => void navigate({ to: '/review' }));
  useShortcut('o', 'Open batch', () => void navigate({ to: '/review/open-batch' }));
  useShortcut('h', 'History of batches', () => void navigate({ to: '/review/batches' }));
  return (
    <PageTabs
      label="Review desk"
      tabs={[
        { to: '/review', label: 'Queue', count: data?.statuses.pending ?? null },
        { to: '/review/open-batch', label: 'Open batch', count: data?.statuses.approved ?? null },
        { to: '/review/batches', label: 'Batches' },
      ]}
    />
  );
}
