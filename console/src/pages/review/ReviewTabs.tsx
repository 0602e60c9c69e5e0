import { useNavigate } from '@tanstack/react-router';
import { useQueueCounts } from '../../api/queue.ts';
import { PageTabs } from '../../parts/PageTabs.tsx';
import { useShortcut } from '../../parts/Shortcuts.tsx';

const everything = {};

export function ReviewTabs() {
  const { data } = useQueueCounts(everything);
  const navigate = useNavigate();
  useShortcut('q', 'Queue', () => void navigate({ to: '/review' }));
  useShortcut('o', 'Open batch', () => void navigate({ to: '/review/open-batch' }));
  useShortcut('h', 'History of batches', () => void navigate({ to: '/review/batches' }));
  return (
    <PageTabs
      label="Review desk"
      tabs={[
        { to: '/review', label: 'Queue', count: data?.statuses.pending },
        { to: '/review/open-batch', label: 'Open batch', count: data?.statuses.approved },
        { to: '/review/batches', label: 'Batches' },
      ]}
    />
  );
}
