import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Baseline, useBaselines, useBaselineUse } from '../../api/baselines.ts';
import { facet } from '../../parts/filters/facet.ts';
import type { Filter } from '../../parts/filters/filters.ts';
import { categoryLabel } from '../../parts/format.ts';
import { LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { baselineColumns, otherNamesOf } from './baseline-columns.tsx';
import { ReferencePage } from './ReferencePage.tsx';
import { ReferenceTable } from './ReferenceTable.tsx';
import type { BaselinesSearch } from './reference-search.ts';

const route = getRouteApi('/browse/baseline');

export function BaselinesPage() {
  const query = useBaselines();
  return (
    <ReferencePage
      category="baseline"
      about="The architectures that models are derived from: a worker that does not know one cannot load its models."
    >
      <QueryState query={query} loading={<LoadingState lines={12} />}>
        {(baselines) => <Baselines baselines={baselines} />}
      </QueryState>
    </ReferencePage>
  );
}

function Baselines({ baselines }: { baselines: readonly Baseline[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { usesOf, usageError } = useBaselineUse(baselines);
  const columns = useMemo(() => baselineColumns(baselines, usesOf), [baselines, usesOf]);
  const filters = useMemo(() => filtersOf(baselines), [baselines]);
  const shown = useMemo(() => baselines.filter((each) => passes(each, search)), [baselines, search]);
  return (
    <>
      <ReferenceTable
        category="baseline"
        all={baselines}
        shown={shown}
        columns={columns}
        filters={filters}
        search={search}
        onChange={(next, how) =>
          void navigate({ search: next, replace: how === 'typed', resetScroll: false })
        }
      />
      {usageError && (
        <Text size="sm" c="dimmed">
          Usage is not known at the moment: {usageError.message}
        </Text>
      )}
    </>
  );
}

function filtersOf(baselines: readonly Baseline[]): Filter<BaselinesSearch>[] {
  const categories = [...new Set(baselines.map(({ category }) => category))];
  return [
    { kind: 'text', key: 'q', label: 'Find in this list', width: 'wide', shortcut: 'f', stays: true },
    {
      kind: 'choice',
      key: 'category',
      label: 'Category',
      any: 'Every category',
      options: categories.map((value) => ({ value, label: categoryLabel(value) })),
    },
    {
      kind: 'several',
      key: 'family',
      label: 'Family',
      values: facet(baselines, ({ family }) => [family]),
    },
  ];
}

function passes(baseline: Baseline, { q, category, family }: BaselinesSearch): boolean {
  const part = q?.trim().toLowerCase() ?? '';
  return (
    (category === undefined || baseline.category === category) &&
    (family === undefined || family.includes(baseline.family ?? '')) &&
    [baseline.name, baseline.title, ...otherNamesOf(baseline)].some((text) =>
      text.toLowerCase().includes(part),
    )
  );
}
