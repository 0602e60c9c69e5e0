import { Button, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useGroupsSummary } from '../../api/groups.ts';
import type { GroupSummary, GroupsSummary } from '../../api/types.ts';
import { parseSort, writeSort } from '../../parts/columns.ts';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import { cleared, type Filter } from '../../parts/filters/filters.ts';
import { formatCount, plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { RecordTable } from '../../parts/RecordTable.tsx';
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
      { value: 'any', label: 'With something to look at' },
      { value: 'none', label: 'With nothing to look at' },
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
      { value: 'custom-schema', label: 'With a naming schema of their own' },
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
  const shown = useMemo(() => filterGroups(summary.groups, search), [summary.groups, search]);
  const sort = useMemo(() => parseSort(search.sort), [search.sort]);
  const change = (part: Partial<GroupsSearch>, how?: 'typed') =>
    void navigate({ search: { ...search, ...part }, replace: how === 'typed', resetScroll: false });
  return (
    <>
      <FilterBar filters={filters} search={search} onChange={change} />
      <Text c="dimmed" size="sm" role="status">
        {shown.length === summary.total_groups
          ? plural(shown.length, 'group')
          : `${formatCount(shown.length)} of ${plural(summary.total_groups, 'group')}`}
        , {plural(summary.total_models, 'model')}; {formatCount(summary.groups_with_families)} in families,{' '}
        {formatCount(filterGroups(summary.groups, { issue: 'any' }).length)} with something to look at
      </Text>
      {shown.length === 0 ? (
        <EmptyState title="No group passes these filters.">
          <Button size="xs" variant="default" onClick={() => change(cleared(filters))}>
            Clear filters
          </Button>
        </EmptyState>
      ) : (
        <div className={layout.fill} data-fill>
          <RecordTable
            label="Groups"
            rows={shown}
            columns={groupColumns}
            rowId={groupId}
            sort={sort}
            onSort={(next) => change({ sort: writeSort(next) })}
          />
        </div>
      )}
    </>
  );
}
