import { Button, NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useGroupsSummary } from '../../api/groups.ts';
import type { GroupSummary, GroupsSummary } from '../../api/types.ts';
import { parseSort, writeSort } from '../../parts/columns.ts';
import { formatCount, plural } from '../../parts/format.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { RecordTable } from '../../parts/RecordTable.tsx';
import { filterGroups } from './filter-groups.ts';
import classes from './GroupsPage.module.css';
import { GroupsTabs } from './GroupsTabs.tsx';
import { groupColumns } from './group-columns.tsx';
import { type GroupsSearch, issueLabels } from './groups-search.ts';
import { NoGroups } from './NoGroups.tsx';
import { ResolveBox } from './ResolveBox.tsx';

const route = getRouteApi('/groups');

/** Milliseconds without a key press after which typed text becomes a filter. */
const typingPause = 180;

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
      <ResolveBox spelling={search.resolve ?? ''} onResolve={(resolve) => change({ resolve })} />
      <Filters search={search} onChange={change} />
      <Text c="dimmed" size="sm" role="status">
        {shown.length === summary.total_groups
          ? plural(shown.length, 'group')
          : `${formatCount(shown.length)} of ${plural(summary.total_groups, 'group')}`}
        , {plural(summary.total_models, 'model')}; {formatCount(summary.groups_with_families)} in families,{' '}
        {formatCount(filterGroups(summary.groups, { issue: 'any' }).length)} with something to look at
      </Text>
      {shown.length === 0 ? (
        <EmptyState title="No group passes these filters.">
          <Button
            size="xs"
            variant="default"
            onClick={() => change({ q: undefined, issue: undefined, mark: undefined })}
          >
            Clear filters
          </Button>
        </EmptyState>
      ) : (
        <div className={classes.fill} data-fill>
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

function Filters(props: {
  search: GroupsSearch;
  onChange: (part: Partial<GroupsSearch>, how?: 'typed') => void;
}) {
  const { search, onChange } = props;
  const [typed, setTyped] = useState(search.q ?? '');
  const send = useDebouncedCallback((q: string) => onChange({ q: q || undefined }, 'typed'), typingPause);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div role="group" aria-label="Filters" className={classes.filters}>
      <TextInput
        size="xs"
        type="search"
        className={classes.name}
        aria-label="Filter by name, alias or family"
        placeholder="Name, alias or family"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          send(value);
        }}
      />
      <NativeSelect
        size="xs"
        aria-label="Health"
        value={search.issue ?? ''}
        data={[
          { value: '', label: 'Any health' },
          { value: 'any', label: 'With something to look at' },
          { value: 'none', label: 'With nothing to look at' },
          ...Object.entries(issueLabels).map(([value, label]) => ({ value, label: `Issue: ${label}` })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ issue: (value || undefined) as GroupsSearch['issue'] })
        }
      />
      <NativeSelect
        size="xs"
        aria-label="Family, aliases, schema"
        value={search.mark ?? ''}
        data={[
          { value: '', label: 'All groups' },
          { value: 'family', label: 'In a family' },
          { value: 'no-family', label: 'In no family' },
          { value: 'aliases', label: 'With aliases' },
          { value: 'custom-schema', label: 'With a naming schema of their own' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ mark: (value || undefined) as GroupsSearch['mark'] })
        }
      />
    </div>
  );
}
