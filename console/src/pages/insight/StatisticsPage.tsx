import { Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useDeployment } from '../../api/deployment.ts';
import { useCategoryNames } from '../../api/models.ts';
import { type CountedStatistics, useStatistics, useTrends, useUsageOverTime } from '../../api/statistics.ts';
import { categoriesWithUsage } from '../../api/usage.ts';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import { categoryLabel, formatBytes, plural } from '../../parts/format.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { BarSection } from './BarSection.tsx';
import { createDistributions } from './bars.ts';
import { InsightTabs } from './InsightTabs.tsx';
import classes from './insight.module.css';
import { ranges } from './insight-search.ts';
import { Trends, UsesByBaseline } from './TimeCharts.tsx';

const route = getRouteApi('/insight');

export function StatisticsPage() {
  usePageTitle('Insight');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const names = useCategoryNames();
  const { canReview } = useDeployment();
  const category = search.category ?? 'image_generation';
  const days = search.days ?? '30';
  const isText = category === 'text_generation';
  const grouped = isText && (search.grouped ?? false);
  const query = useStatistics(category, grouped);
  const [trends, uses] = [useTrends(Number(days)), useUsageOverTime(category, days, 'baseline')];
  const isLoading = trends.isLoading || uses.isLoading;
  return (
    <>
      <Title order={1}>Insight</Title>
      <InsightTabs />
      <FilterBar
        mb="md"
        search={search}
        onChange={(part) => void navigate({ search: { ...search, ...part }, resetScroll: false })}
        filters={[
          {
            kind: 'buttons',
            key: 'days',
            label: 'Time',
            isView: true,
            shown: days,
            options: ranges.map((value) => ({ value, label: value === '365' ? '1 year' : `${value} days` })),
            to: (next) => ({ days: next === '30' ? undefined : (next as typeof days | undefined) }),
          },
          {
            kind: 'choice',
            key: 'category',
            label: 'Category',
            isView: true,
            shown: category,
            options: (names.data ?? [category]).map((value) => ({ value, label: categoryLabel(value) })),
            to: (next) => ({ category: next, grouped: undefined }),
          },
          ...(isText
            ? ([{ kind: 'switch', key: 'grouped', label: 'Count groups, not models', isView: true }] as const)
            : []),
        ]}
      />
      {/* Waits for the charts, because they would move the content below them when they appear. */}
      {isLoading ? (
        <LoadingState lines={12} />
      ) : (
        <>
          <div className={classes.trends}>
            {categoriesWithUsage.has(category) && (
              <div className={classes.uses}>
                <UsesByBaseline category={category} days={days} />
              </div>
            )}
            {canReview && <Trends days={days} />}
          </div>
          <QueryState
            query={query}
            loading={<LoadingState lines={12} />}
            isEmpty={(statistics) => statistics === null}
            empty={<EmptyState title={`${categoryLabel(category)} has no models yet.`} />}
          >
            {(statistics) => statistics && <Charts statistics={statistics} />}
          </QueryState>
        </>
      )}
    </>
  );
}

function Charts({ statistics }: { statistics: CountedStatistics }) {
  const { category, grouped, total_models: total, download_stats: downloads } = statistics;
  const counted = grouped ? 'groups' : 'models';
  return (
    <>
      <Text size="sm" c="dimmed" role="status" mb="xs">
        {categoryLabel(category)}: {plural(total, grouped ? 'group' : 'model')}
        {downloads.models_with_size_info > 0 && `, ${formatBytes(downloads.total_size_bytes)} on disk`}
      </Text>
      <div className={classes.grid}>
        {createDistributions(statistics, counted).map((distribution) => (
          <BarSection
            key={distribution.title}
            category={category}
            distribution={distribution}
            total={distribution.noun === 'files' ? downloads.total_download_entries : total}
            commonFilters={grouped ? { view: 'groups' } : {}}
          />
        ))}
      </div>
    </>
  );
}
