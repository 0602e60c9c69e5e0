import { Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useGroupsSummary } from '../../api/groups.ts';
import type { GroupSummary, GroupsSummary } from '../../api/types.ts';
import { FilteredTable } from '../../parts/FilteredTable.tsx';
import type { Filter } from '../../parts/filters/filters.ts';
import { formatCount, plural } from '../../parts/format.ts';
import { usePageTitle } from '../../parts/page.ts';
import { LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { filterGroups } from './filter-groups.ts';
import { GroupsTabs } from './GroupsTabs.tsx';
import { groupColumns } from './group-columns.tsx';
import { type GroupsSearch, issueLabels } from './groups-search.ts';
import { NoGroups } from './NoGroups.tsx';

const route = getRouteApi('/groups');

const filters: readonly Filter<GroupsSearch>[] = [
  {
    kind: 'text',
    key: 'q',
    label: 'Filter by name, alias or family',
    placeholder: 'Name, alias or family',
    width: 'wide',
  },
  {
    kind: 'choice',
    key: 'issue',
    label: 'Health',
    any: 'Any health',
    options: [
      { value: 'any', label: 'With issues' },
      { value: 'none', label: 'Without issues' },
      ...Object.entries(issueLabels).map(([value, label]) => ({ value, label: `Issue: ${label}` })),
    ],
  },
  {
    kind: 'choice',
    key: 'mark',
    label: 'Family, aliases, schema',
    any: 'All groups',
    options: [
      { value: 'family', label: 'In a family' },
      { value: 'no-family', label: 'In no family' },
      { value: 'aliases', label: 'With aliases' },
      { value: 'custom-schema', label: 'With a custom naming schema' },
    ],
  },
];

export function GroupsPage() {
  usePageTitle('Groups');
  const query = useGroupsSummary();
  return (
    <>
      <Title order={1}>Groups of text models</Title>
      <GroupsTabs />
      <QueryState
        query={query}
        loading={<LoadingState lines={12} />}
        isEmpty={({ groups }) => groups.length === 0}
        empty={<NoGroups />}
      >
        {(summary) => <Groups summary={summary} />}
      </QueryState>
    </>
  );
}

const groupId = (group: GroupSummary) => group.group_name;

function Groups({ summary }: { summary: GroupsSummary }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const groups = useMemo(
    // Hides groups with a single model, unless the user filters for them.
    () =>
      summary.groups.filter(
        ({ canonical_count }) => canonical_count > 1 || search.issue === 'singleton_group',
      ),
    [summary.groups, search.issue],
  );
  const matchingGroups = useMemo(() => filterGroups(groups, search), [groups, search]);
  return (
    <FilteredTable
      label="Groups"
      noun="group"
      total={groups.length}
      filters={filters}
      search={search}
      navigate={navigate}
      countNote={
        <>
          , {plural(summary.total_models, 'model')}; {formatCount(summary.groups_with_families)} in families,{' '}
          {formatCount(filterGroups(groups, { issue: 'any' }).length)} with issues
        </>
      }
      rows={matchingGroups}
      columns={groupColumns}
      rowId={groupId}
    />
  );
}
