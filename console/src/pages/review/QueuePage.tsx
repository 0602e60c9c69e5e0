import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { queuePageSize, usePolicies, useQueueCounts, useQueuePage } from '../../api/queue.ts';
import { useCategoryFilter } from '../../parts/filters/category-filter.ts';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import { Pages } from '../../parts/Pages.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Desk } from './Desk.tsx';
import { formatPolicies } from './policies.ts';
import { createQueueFilters } from './queue-filters.ts';
import { createFilter, listStatuses, type QueueSearch } from './queue-search.ts';
import { ReviewAccess } from './ReviewAccess.tsx';
import { ReviewHead } from './ReviewHead.tsx';
import classes from './review.module.css';

const route = getRouteApi('/review');

export function QueuePage() {
  usePageTitle('Review');
  const { change } = route.useSearch();
  return (
    <>
      <ReviewHead />
      <ReviewAccess changeId={change}>
        <PolicyLine />
        <Queue />
      </ReviewAccess>
    </>
  );
}

function PolicyLine() {
  const policies = usePolicies();
  const line = policies && formatPolicies(policies);
  if (!line) return null;
  return (
    <Text size="sm" mb="xs">
      {line}
    </Text>
  );
}

/** The changes that match the filters in the URL, with pagination. */
function Queue() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = createFilter(search);
  const page = Math.max(0, (search.page ?? 1) - 1);
  const query = useQueuePage(filter, page);
  const counts = useQueueCounts(filter);
  const category = useCategoryFilter<QueueSearch>();
  const setSearch = (part: Partial<QueueSearch>, how?: 'quietly') =>
    void navigate({ search: { ...search, ...part }, replace: how === 'quietly', resetScroll: false });

  return (
    <>
      <div className={classes.filters} data-behind={search.change !== undefined || undefined}>
        <FilterBar
          folds
          filters={createQueueFilters(search, counts.data, category)}
          search={search}
          onChange={(part) => setSearch({ page: undefined, change: undefined, ...part })}
        />
      </div>
      <QueryState query={query}>
        {({ items, total }) => (
          <>
            <Desk
              // Resets the selection and the cursor for another list.
              key={JSON.stringify({ ...search, change: undefined })}
              items={items}
              filter={filter}
              isPrevious={query.isPlaceholderData}
              total={total}
              empty={
                <EmptyState title="Nothing here.">
                  {listStatuses(search).join() === 'pending'
                    ? 'No change waits for a decision under these filters.'
                    : 'No change matches these filters.'}
                </EmptyState>
              }
              open={search.change}
              onOpen={(change) => setSearch({ change }, 'quietly')}
            />
            <Pages
              mt="md"
              total={total}
              size={queuePageSize}
              page={page + 1}
              onChange={(next) => setSearch({ page: next, change: undefined })}
            />
          </>
        )}
      </QueryState>
    </>
  );
}
