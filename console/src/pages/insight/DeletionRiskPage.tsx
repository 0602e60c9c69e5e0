import { Alert, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type RiskReport, useDeletionRisk } from '../../api/statistics.ts';
import { formatSort, parseSort } from '../../parts/columns.ts';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import type { Filter } from '../../parts/filters/filters.ts';
import { categoryLabel, formatAge, formatCompact, formatCount, plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, LoadingState } from '../../parts/QueryState.tsx';
import { RecordTable } from '../../parts/RecordTable.tsx';
import { InsightTabs } from './InsightTabs.tsx';
import { presets, type RiskSearch, usedCategories } from './insight-search.ts';
import { createRiskColumns, createVariationRows, type RiskRow, rowId } from './risk-columns.tsx';
import { presetLabels } from './risk-flags.ts';
import { Tiles } from './Tiles.tsx';
import { UsageDown } from './UsageDown.tsx';

const route = getRouteApi('/insight/deletion-risk');

export function DeletionRiskPage() {
  usePageTitle('Deletion risk');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const category = search.category ?? usedCategories[0];
  const isText = category === 'text_generation';
  const isGrouped = isText && (search.grouped ?? false);
  const hasVariations = isText && !isGrouped && (search.variations ?? false);
  const query = useDeletionRisk(category, {
    grouped: isGrouped,
    variations: hasVariations,
    preset: search.preset,
  });
  const setSearch = (part: RiskSearch, how?: 'typed') =>
    void navigate({ search: { ...search, ...part }, replace: how === 'typed', resetScroll: false });
  return (
    <>
      <Title order={1}>Insight</Title>
      <InsightTabs />
      <FilterBar
        mb="md"
        search={search}
        onChange={setSearch}
        filters={[
          {
            kind: 'choice',
            key: 'category',
            label: 'Category',
            isView: true,
            shown: category,
            options: usedCategories.map((value) => ({ value, label: categoryLabel(value) })),
            to: (next) => ({
              category: next as RiskSearch['category'],
              grouped: undefined,
              variations: undefined,
              sort: undefined,
            }),
          },
          { kind: 'text', key: 'q', label: 'Filter by name', width: 'wide' },
          ...(isText
            ? ([
                { kind: 'switch', key: 'grouped', label: 'Groups, not models', isView: true },
                {
                  kind: 'switch',
                  key: 'variations',
                  label: 'Show backend copies',
                  isView: true,
                  disabled: isGrouped,
                },
              ] as const)
            : []),
        ]}
      />
      {query.error && !query.data ? (
        <UsageDown error={query.error} category={category} retry={query.refetch} />
      ) : query.data === undefined ? (
        <LoadingState lines={12} />
      ) : query.data === null ? (
        <EmptyState title={`${categoryLabel(category)} has no models yet.`} />
      ) : (
        <Report data={query.data} search={search} grouped={isGrouped} onChange={setSearch} />
      )}
    </>
  );
}

const figureNames = {
  day: 'the uses in a day',
  month: 'the uses in a month',
  total: 'the uses in total',
  workers: 'the workers',
} as const;
const figureCount = Object.keys(figureNames).length;

const presetFilter: Filter<RiskSearch> = {
  kind: 'buttons',
  key: 'preset',
  label: 'Preset',
  isView: true,
  areMany: true,
  any: 'All',
  options: presets.map((value) => ({ value, label: presetLabels[value] })),
};

function Report(props: {
  data: RiskReport;
  search: RiskSearch;
  grouped: boolean;
  onChange: (part: RiskSearch) => void;
}) {
  const { data, search, grouped, onChange } = props;
  const { report, usageAt } = data;
  const { summary, models, category } = report;
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => {
    const searchText = search.q?.toLowerCase() ?? '';
    return models
      .filter(({ name }) => name.toLowerCase().includes(searchText))
      .map((risk): RiskRow => ({ kind: grouped ? 'group' : 'model', id: risk.name, risk }));
  }, [models, search.q, grouped]);
  const sort = useMemo(() => parseSort(search.sort), [search.sort]);
  const { unknown_usage: unknownFigures } = report;
  const columns = useMemo(() => createRiskColumns(category, unknownFigures), [category, unknownFigures]);
  const toggleRow = (id: string) => {
    const newOpenIds = new Set(openIds);
    if (!newOpenIds.delete(id)) newOpenIds.add(id);
    setOpenIds(newOpenIds);
  };
  const noun = grouped ? 'group' : 'model';
  return (
    <>
      <Tiles
        facts={[
          [`${noun}s`, formatCount(summary.total_models)],
          ['with a risk', formatCount(summary.models_at_risk)],
          ['critical', formatCount(summary.models_critical)],
          ['with host warnings', formatCount(summary.models_with_warnings)],
          [
            'without a worker',
            unknownFigures.includes('workers')
              ? 'not known'
              : formatCount(summary.models_with_no_active_workers),
          ],
          [
            'uses this month',
            unknownFigures.includes('month')
              ? 'not known'
              : formatCompact(summary.category_total_month_usage),
          ],
        ]}
      />
      {unknownFigures.length > 0 && (
        <Alert
          color="yellow"
          mb="md"
          icon={<Icon name="warning" />}
          title={
            unknownFigures.length === figureCount
              ? 'The usage of models is not known at the moment'
              : 'Not all usage of models is known at the moment'
          }
        >
          The AI-Horde does not state {unknownFigures.map((figure) => figureNames[figure]).join(', ')} of any
          model. The risks do not depend on these figures.
        </Alert>
      )}
      <FilterBar label="Presets" mb="md" filters={[presetFilter]} search={search} onChange={onChange} />
      <Text size="sm" c="dimmed" role="status" mb="xs">
        {rows.length === models.length
          ? plural(models.length, noun)
          : `${formatCount(rows.length)} of ${plural(models.length, noun)}`}
        , by usage counted {formatAge(usageAt)}
      </Text>
      {rows.length === 0 ? (
        <EmptyState title={`No ${noun} matches these filters.`} />
      ) : (
        <div className={layout.fill} data-fill>
          <RecordTable
            label="Deletion risk"
            rows={rows}
            columns={columns}
            rowId={rowId}
            sort={sort}
            onSort={(next) => onChange({ sort: formatSort(next) })}
            subRows={createVariationRows}
            expanded={openIds}
            onToggle={toggleRow}
          />
        </div>
      )}
    </>
  );
}
