import { Button, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Baseline } from '../../api/baseline-change-sets.ts';
import { useBaselines, useBaselineUse } from '../../api/baselines.ts';
import { useDeployment } from '../../api/deployment.ts';
import { useCaller } from '../../api/roles.ts';
import { capabilityKeys, capabilityNames } from '../../parts/baseline-words.ts';
import { FilteredTable } from '../../parts/FilteredTable.tsx';
import type { Filter } from '../../parts/filters/filters.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { baselineColumns } from './baseline-columns.tsx';
import type { BaselinesSearch } from './baselines-search.ts';

const route = getRouteApi('/baselines');

export function BaselinesPage() {
  usePageTitle('Image baselines');
  const query = useBaselines();
  const { isRequestor } = useCaller();
  const { canReview } = useDeployment();
  return (
    <>
      <div className={layout.tools}>
        <Title order={1}>Image baselines</Title>
        {isRequestor && canReview && (
          <Button
            component={Link}
            to="/baselines/propose"
            size="xs"
            variant="default"
            leftSection={<Icon name="edit" size={14} />}
          >
            Propose changes
          </Button>
        )}
      </div>
      <Text size="sm" c="dimmed" maw="72ch">
        The architectures of image models, with the features that requests may use and the price of a
        generation, relative to a baseline of price 1.
      </Text>
      <QueryState query={query} loading={<LoadingState lines={12} />}>
        {(baselines) => <Baselines baselines={baselines} />}
      </QueryState>
    </>
  );
}

const filters: readonly Filter<BaselinesSearch>[] = [
  { kind: 'text', key: 'q', label: 'Find in this list', width: 'wide', shortcut: 'f', stays: true },
  {
    kind: 'choice',
    key: 'can',
    label: 'Capability',
    any: 'Any capability',
    options: capabilityKeys.map((value) => ({ value, label: capabilityNames[value] })),
  },
];

const rowId = ({ name }: Baseline) => name;

function Baselines({ baselines }: { baselines: readonly Baseline[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { usesOf, usageError } = useBaselineUse();
  const columns = useMemo(() => baselineColumns(usesOf), [usesOf]);
  const matchingBaselines = useMemo(
    () => baselines.filter((each) => matchesFilters(each, search)),
    [baselines, search],
  );
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const visibleColumns = useMemo(
    () => new Set(columns.map(({ id }) => id).filter((id) => id !== 'title' || !isNarrow)),
    [columns, isNarrow],
  );
  if (baselines.length === 0) return <EmptyState title="No baseline is published." />;
  return (
    <>
      <FilteredTable
        label="Image baselines"
        noun="baseline"
        total={baselines.length}
        folds
        filters={filters}
        search={search}
        navigate={navigate}
        rows={matchingBaselines}
        columns={columns}
        visible={visibleColumns}
        rowId={rowId}
      />
      {usageError && (
        <Text size="sm" c="dimmed">
          Usage is currently unavailable: {usageError.message}
        </Text>
      )}
    </>
  );
}

function matchesFilters(
  { name, display_name, alternative_names, capabilities }: Baseline,
  { q, can }: BaselinesSearch,
): boolean {
  const searchText = q?.trim().toLowerCase() ?? '';
  return (
    (can === undefined || capabilities[can]) &&
    [name, display_name ?? '', ...alternative_names].some((text) => text.toLowerCase().includes(searchText))
  );
}
