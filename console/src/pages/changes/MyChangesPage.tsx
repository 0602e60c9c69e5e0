import { Button, NativeSelect, Pagination, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCategoryNames } from '../../api/models.ts';
import { useMyChanges } from '../../api/my-changes.ts';
import { Access } from '../../parts/Access.tsx';
import { categoryLabel } from '../../parts/format.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { ChangeItem } from './ChangeItem.tsx';
import { type ChangesSearch, statuses } from './changes-search.ts';
import classes from './MyChanges.module.css';

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

function MyChanges() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { status, category } = search;
  const page = Math.max(1, Math.floor(search.page ?? 1));
  const query = useMyChanges({ status, category }, page - 1, pageSize);
  const change = (part: Partial<ChangesSearch>) =>
    void navigate({ search: { ...search, page: undefined, ...part } });
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        Pending: waits for an approver. Approved: not live until its batch is applied. Applied: workers read
        it. Rejected: the change shows the reason.
      </Text>
      <Filters search={search} onChange={change} />
      <QueryState
        query={query}
        isEmpty={({ items }) => items.length === 0}
        empty={
          status || category ? (
            <EmptyState title="None of your changes fits these filters." />
          ) : (
            <EmptyState title="You have not proposed anything yet.">
              <Link to="/propose">Propose a change</Link>
            </EmptyState>
          )
        }
      >
        {({ items, total }) => (
          <>
            <ul className={classes.list} aria-label="My changes">
              {items.map((item) => (
                <ChangeItem key={item.change_id} change={item} />
              ))}
            </ul>
            {total > pageSize && (
              <Pagination
                total={Math.ceil(total / pageSize)}
                value={page}
                onChange={(next) => change({ page: next === 1 ? undefined : next })}
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
                getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
              />
            )}
          </>
        )}
      </QueryState>
    </>
  );
}

function Filters(props: { search: ChangesSearch; onChange: (part: Partial<ChangesSearch>) => void }) {
  const { search, onChange } = props;
  const categories = useCategoryNames();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div role="group" aria-label="Filters" className={classes.filters}>
      <Button.Group className={classes.statuses}>
        {[undefined, ...statuses].map((status) => (
          <Button
            key={status ?? 'all'}
            size="xs"
            variant={search.status === status ? 'filled' : 'default'}
            aria-pressed={search.status === status}
            onClick={() => onChange({ status })}
          >
            {status ?? 'all'}
          </Button>
        ))}
      </Button.Group>
      <NativeSelect
        size="xs"
        aria-label="Category"
        value={search.category ?? ''}
        data={[
          { value: '', label: 'Every category' },
          ...(categories.data ?? []).map((name) => ({ value: name, label: categoryLabel(name) })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ category: value || undefined })}
      />
    </div>
  );
}
