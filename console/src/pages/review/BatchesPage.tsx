import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useBatches } from '../../api/batches.ts';
import type { BatchSummary } from '../../api/review-types.ts';
import { Access } from '../../parts/Access.tsx';
import { formatTime } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { MoreButton } from '../../parts/MoreButton.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { ReviewHead } from './ReviewHead.tsx';
import classes from './review.module.css';

export function BatchesPage() {
  usePageTitle('Batches');
  return (
    <>
      <ReviewHead />
      <Access need="approver">
        <Batches />
      </Access>
    </>
  );
}

function Batches() {
  const query = useBatches();
  return (
    <QueryState
      query={query}
      isEmpty={({ pages }) => pages.every(({ batches }) => batches.length === 0)}
      empty={<EmptyState title="No change has been approved yet." />}
    >
      {({ pages }) => (
        <>
          <ul className={layout.panel}>
            {pages
              .flatMap(({ batches }) => batches)
              .map((batch) => (
                <li key={batch.batch_id} className={classes.entry}>
                  <Link
                    to="/review/batches/$batchId"
                    params={{ batchId: String(batch.batch_id) }}
                    className={classes.name}
                  >
                    {batch.batch_id}: {batch.batch_title ?? 'without a title'}
                  </Link>
                  <BatchState batch={batch} />
                  <Text span size="xs" c="dimmed">
                    {batch.applied_change_count} applied, {batch.rejected_change_count} rejected of{' '}
                    {batch.total_change_count}
                    {batch.approved_at ? ` · approved ${formatTime(batch.approved_at)}` : ''}
                  </Text>
                </li>
              ))}
          </ul>
          <MoreButton query={query} label="Older batches" mt="md" />
        </>
      )}
    </QueryState>
  );
}

export function BatchState({ batch }: { batch: BatchSummary }) {
  if (batch.applied_change_count === 0) return <Tag tone="warn">not applied</Tag>;
  const isPartlyApplied = batch.approved_change_count > batch.applied_change_count;
  return isPartlyApplied ? <Tag tone="warn">applied in part</Tag> : <Tag tone="good">applied</Tag>;
}
