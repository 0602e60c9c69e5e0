import { Button, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useDeployment } from '../../api/deployment.ts';
import { type ProfileItem, useProfiles } from '../../api/guidance.ts';
import { useCaller } from '../../api/roles.ts';
import { FilteredTable } from '../../parts/FilteredTable.tsx';
import type { Filter } from '../../parts/filters/filters.ts';
import { kindLabels, profileKinds } from '../../parts/guidance-words.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, LoadingState, QueryState } from '../../parts/QueryState.tsx';
import type { ProfilesSearch } from './guidance-search.ts';
import { profileColumns } from './profile-columns.tsx';

const route = getRouteApi('/guidance');

export function ProfilesPage() {
  usePageTitle('Prompting guidance');
  const query = useProfiles();
  const { isRequestor } = useCaller();
  const { canReview } = useDeployment();
  return (
    <>
      <div className={layout.tools}>
        <Title order={1}>Prompting guidance</Title>
        {isRequestor && canReview && (
          <>
            <Button
              component={Link}
              to="/guidance/propose"
              size="xs"
              variant="default"
              leftSection={<Icon name="plus" size={14} />}
            >
              Propose a profile
            </Button>
            <Button
              component={Link}
              to="/guidance/assign"
              size="xs"
              variant="default"
              leftSection={<Icon name="groups" size={14} />}
            >
              Assign to a group
            </Button>
          </>
        )}
      </div>
      <Text size="sm" c="dimmed" maw="72ch">
        How to prompt text models. A prompt contract describes the format that models expect; a usage recipe
        describes a specific use, such as calling tools.
      </Text>
      <QueryState query={query} loading={<LoadingState lines={12} />}>
        {(profiles) => <Profiles profiles={profiles} />}
      </QueryState>
    </>
  );
}

const filters: readonly Filter<ProfilesSearch>[] = [
  { kind: 'text', key: 'q', label: 'Find in this list', width: 'wide', shortcut: 'f', stays: true },
  {
    kind: 'choice',
    key: 'kind',
    label: 'Kind',
    any: 'Any',
    options: profileKinds.map((value) => ({ value, label: kindLabels[value] })),
  },
  { kind: 'switch', key: 'deprecated', label: 'Show deprecated profiles', isView: true },
];

const rowId = ({ profile_id }: ProfileItem) => profile_id;

function Profiles({ profiles }: { profiles: readonly ProfileItem[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const listedProfiles = useMemo(
    () => profiles.filter(({ deprecated }) => search.deprecated === true || !deprecated),
    [profiles, search.deprecated],
  );
  const matchingProfiles = useMemo(
    () => listedProfiles.filter((each) => matchesFilters(each, search)),
    [listedProfiles, search],
  );
  if (profiles.length === 0) return <EmptyState title="No profile is published." />;
  return (
    <FilteredTable
      label="Profiles"
      noun="profile"
      total={listedProfiles.length}
      folds
      filters={filters}
      search={search}
      navigate={navigate}
      rows={matchingProfiles}
      columns={profileColumns}
      rowId={rowId}
    />
  );
}

function matchesFilters(
  { profile_id, kind, display_name, summary, aliases }: ProfileItem,
  search: ProfilesSearch,
): boolean {
  const searchText = search.q?.trim().toLowerCase() ?? '';
  return (
    (search.kind === undefined || search.kind === kind) &&
    [profile_id, display_name, summary, ...aliases].some((text) => text.toLowerCase().includes(searchText))
  );
}
