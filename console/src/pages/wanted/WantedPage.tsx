import { Button, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeployment } from '../../api/deployment.ts';
import { type ModelRequest, useDecide, useRequests } from '../../api/requests.ts';
import { useCaller } from '../../api/roles.ts';
import { askForKey } from '../../api/session.ts';
import { useCategoryFilter } from '../../parts/filters/category-filter.ts';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import type { Filter } from '../../parts/filters/filters.ts';
import { plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import { MoreButton } from '../../parts/MoreButton.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, ErrorState, LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { RequestList } from './RequestList.tsx';
import { requestStates, type WantedSearch } from './wanted-search.ts';

const route = getRouteApi('/wanted');

/**
 * The page of model requests: those with the most support, the newest, the caller's own and, for approvers,
 * hidden ones.
 */
export function WantedPage() {
  usePageTitle('Wanted');
  const { view } = route.useSearch();
  const { user, signedIn } = useCaller();
  return (
    <>
      <Title order={1}>Wanted</Title>
      <Text size="sm" c="dimmed">
        Requests for missing models. Anybody with a key may create or support a request; approvers decide.
      </Text>
      <Tools />
      {view !== 'mine' || user ? (
        <Requests wantedBy={view === 'mine' ? user?.user_id : undefined} />
      ) : signedIn ? (
        <LoadingState />
      ) : (
        <EmptyState title="Sign in to see your requests.">
          <Button leftSection={<Icon name="key" />} onClick={() => askForKey()}>
            Sign in
          </Button>
        </EmptyState>
      )}
    </>
  );
}

function Tools() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { isApprover } = useCaller();
  const { canReview: canWrite } = useDeployment();
  const category = useCategoryFilter<WantedSearch>();
  const view: Filter<WantedSearch> = {
    kind: 'buttons',
    key: 'view',
    label: 'View',
    isView: true,
    any: 'Most wanted',
    options: [
      { value: 'newest', label: 'Newest' },
      { value: 'mine', label: 'Mine' },
      ...(isApprover && canWrite ? [{ value: 'hidden', label: 'Hidden' }] : []),
    ],
  };
  const state: Filter<WantedSearch> = {
    kind: 'choice',
    key: 'state',
    label: 'State',
    any: showsOpenByDefault(search) ? 'Undecided' : 'Every state',
    options: [
      ...(showsOpenByDefault(search) ? [{ value: 'all', label: 'Every state' }] : []),
      ...requestStates.map((value) => ({ value, label: value })),
    ],
  };
  return (
    <FilterBar
      filters={[view, state, category]}
      search={search}
      onChange={(part) => void navigate({ search: { ...search, ...part } })}
    >
      {canWrite && (
        <Button component={Link} to="/wanted/ask" size="xs" leftSection={<Icon name="plus" />}>
          Request a model
        </Button>
      )}
    </FilterBar>
  );
}

/** Returns whether a view without a filter by state shows only open and accepted requests. */
function showsOpenByDefault({ view }: WantedSearch): boolean {
  return view === undefined || view === 'newest';
}

function Requests({ wantedBy }: { wantedBy: string | undefined }) {
  const search = route.useSearch();
  const { view, category, state } = search;
  const query = useRequests({
    sort: view === undefined ? 'wanted' : 'newest',
    hidden: view === 'hidden',
    wantedBy,
    category,
    state:
      state === 'all' || (state === undefined && !showsOpenByDefault(search))
        ? undefined
        : state === undefined
          ? ['open', 'accepted']
          : [state],
  });
  const requests = query.data?.pages.flatMap(({ items }) => items);
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <QueryState
      query={{ ...query, data: requests }}
      isEmpty={(items) => items.length === 0}
      empty={<EmptyState title="No requests here." />}
    >
      {(items) => (
        <>
          <Text c="dimmed" size="sm" role="status">
            {plural(total, 'request')}
          </Text>
          <RequestList
            requests={items}
            label="Requests"
            {...(view === 'hidden' && { act: (request) => <Unhide request={request} /> })}
          />
          <MoreButton query={query} />
        </>
      )}
    </QueryState>
  );
}

function Unhide({ request: { request_id: id, name } }: { request: ModelRequest }) {
  const decideRequest = useDecide(id);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Show it again: ${name}`}
        loading={decideRequest.isPending}
        onClick={() => decideRequest.mutate({ decision: 'unhide' })}
      >
        Show it again
      </Button>
      {decideRequest.error && <ErrorState error={decideRequest.error} />}
    </>
  );
}
