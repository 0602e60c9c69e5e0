import { Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMyChanges } from '../../api/my-changes.ts';
import { Access } from '../../parts/Access.tsx';
import { changeStatuses } from '../../parts/change-statuses.ts';
import { useCategoryFilter } from '../../parts/filters/category-filter.ts';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import type { Filter } from '../../parts/filters/filters.ts';
import layout from '../../parts/layout.module.css';
import { Pages } from '../../parts/Pages.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { ChangeItem } from './ChangeItem.tsx';
import type { ChangesSearch } from './changes-search.ts';

const route = getRouteApi('/changes');

const pageSize = 30;

export function MyChangesPage() {
  usePageTitle('My changes');
  return (
    <>
      <Title order={1}>My changes</Title>
      <Access need="requestor" for="queue">
        <MyChanges />
      </Access>
    </>
  );
}

const statusFilter: Filter<ChangesSearch> = {
  kind: 'buttons',
  key: 'status',
  label: 'Status',
  isView: true,
  any: 'all',
  options: changeStatuses.map((value) => ({ value, label: value })),
};

function MyChanges() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { status, category } = search;
  const page = Math.max(1, Math.floor(search.page ?? 1));
  const query = useMyChanges({ status, category }, page - 1, pageSize);
  const byCategory = useCategoryFilter<ChangesSearch>();
  const setSearch = (part: Partial<ChangesSearch>) =>
    void navigate({ search: { ...search, page: undefined, ...part } });
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        Pending: waits for an approver. Changes requested: submit a new version. Approved: not live until its
        batch is applied. Applied: workers read it. Rejected: the change shows the reason.
      </Text>
      <FilterBar filters={[statusFilter, byCategory]} search={search} onChange={setSearch} />
      <QueryState
        query={query}
        isEmpty={({ items }) => items.length === 0}
        empty={
          status || category ? (
            <EmptyState title="No change matches these filters." />
          ) : (
            <EmptyState title="You have not proposed anything yet.">
              <Link to="/propose">Propose a change</Link>
            </EmptyState>
          )
        }
      >
        {({ items, total }) => (
          <>
            <ul className={layout.panel} aria-label="My changes">
              {items.map((item) => (
                <ChangeItem key={item.change_id} change={item} />
              ))}
            </ul>
            <Pages total={total} size={pageSize} page={page} onChange={(next) => setSearch({ page: next })} />
          </>
        )}
      </QueryState>
    </>
  );
}
