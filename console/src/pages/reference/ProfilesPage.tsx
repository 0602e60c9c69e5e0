import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type ClientProfile, profileOf } from '../../api/baselines.ts';
import { type Model, useCategory } from '../../api/models.ts';
import type { RecordColumn } from '../../parts/columns.ts';
import type { Filter } from '../../parts/filters/filters.ts';
import { formatBytes, formatParameters } from '../../parts/format.ts';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { TagsThatFit } from '../../parts/TagsThatFit.tsx';
import { ReferencePage } from './ReferencePage.tsx';
import { ReferenceTable } from './ReferenceTable.tsx';
import type { ProfilesSearch } from './reference-search.ts';

const route = getRouteApi('/browse/client_profile');

export function ProfilesPage() {
  return (
    <ReferencePage
      category="client_profile"
      about="What a release of a client can load. Clients ask by the name of theirs, and are shown no other models."
    >
      <Loaded />
    </ReferencePage>
  );
}

function Loaded() {
  const query = useCategory('client_profile', 'common');
  return (
    <QueryState query={query} loading={<LoadingState lines={6} />}>
      {(records) => <Profiles records={records} />}
    </QueryState>
  );
}

const filters: readonly Filter<ProfilesSearch>[] = [
  { kind: 'text', key: 'q', label: 'Find in this list', width: 'wide', shortcut: 'f', stays: true },
];

function Profiles({ records }: { records: readonly Model[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const profiles = useMemo(() => records.map(profileOf), [records]);
  const part = search.q?.trim().toLowerCase() ?? '';
  const shown = useMemo(
    () => profiles.filter(({ name }) => name.toLowerCase().includes(part)),
    [profiles, part],
  );
  return (
    <ReferenceTable
      category="client_profile"
      all={profiles}
      shown={shown}
      columns={columns}
      filters={filters}
      search={search}
      onChange={(next, how) => void navigate({ search: next, replace: how === 'typed', resetScroll: false })}
    />
  );
}

type Column = RecordColumn<ClientProfile>;

/**
 * Gives the table column for one limit of client profiles. The cell of a profile without this limit reads
 * `any`.
 */
function limit(id: keyof ClientProfile & string, label: string, shown: (value: number) => string): Column {
  const value = (profile: ClientProfile) => profile[id] as number | undefined;
  return {
    id,
    label,
    align: 'end',
    highestFirst: true,
    value,
    cell: (profile) => {
      const most = value(profile);
      return most === undefined ? 'any' : shown(most);
    },
    width: '9rem',
  };
}

function list(id: keyof ClientProfile & string, label: string, width: string, room: number): Column {
  const texts = (profile: ClientProfile) => profile[id] as readonly string[] | undefined;
  return {
    id,
    label,
    value: (profile) => texts(profile)?.join(', '),
    cell: (profile) => {
      const given = texts(profile);
      return given ? <TagsThatFit texts={given} room={room} /> : 'any';
    },
    width,
  };
}

const columns: readonly Column[] = [
  {
    id: 'name',
    label: 'Client',
    value: ({ name }) => name,
    cell: ({ name }) => <ModelLink category="client_profile" name={name} />,
    width: 'minmax(12rem, 1fr)',
  },
  list('baselines', 'Baselines', 'minmax(20rem, 2fr)', 48),
  list('file_formats', 'File formats', 'minmax(12rem, 1fr)', 28),
  limit('max_file_bytes', 'Largest file', formatBytes),
  limit('max_model_bytes', 'Largest model', formatBytes),
  limit('max_parameters', 'Parameters', formatParameters),
];
