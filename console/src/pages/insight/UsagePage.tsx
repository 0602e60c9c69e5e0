import '@mantine/charts/styles.css';
import { SegmentedControl, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCategory } from '../../api/models.ts';
import { useUsage } from '../../api/usage.ts';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { InsightTabs } from './InsightTabs.tsx';
import { type Period, type UsageSearch, usedCategories, usedCategoryFilter } from './insight-search.ts';
import { UsageDown } from './UsageDown.tsx';
import { UsagePlot } from './UsagePlot.tsx';
import { dotsOf } from './usage-dots.ts';

const route = getRouteApi('/insight/usage');

export function UsagePage() {
  usePageTitle('Usage and size');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const category = search.category ?? usedCategories[0];
  const period = search.period ?? 'month';
  const usage = useUsage(category);
  const go = (part: UsageSearch) => void navigate({ search: { ...search, ...part }, resetScroll: false });
  return (
    <>
      <Title order={1}>Insight</Title>
      <InsightTabs />
      <FilterBar mb="md" filters={[usedCategoryFilter<UsageSearch>(category)]} search={search} onChange={go}>
        <SegmentedControl
          size="xs"
          aria-label="Period"
          value={period}
          data={[
            { value: 'day', label: 'Day' },
            { value: 'month', label: 'Month' },
            { value: 'total', label: 'Total' },
          ]}
          onChange={(value) => go({ period: value as Period })}
        />
      </FilterBar>
      {usage.error && !usage.data ? (
        <UsageDown
          error={usage.error}
          missing="how use and size go together"
          category={category}
          retry={usage.refetch}
        />
      ) : usage.data === undefined ? (
        <LoadingState lines={12} />
      ) : (
        <Plot category={category} period={period} usage={usage.data} />
      )}
    </>
  );
}

function Plot(props: {
  category: string;
  period: Period;
  usage: NonNullable<ReturnType<typeof useUsage>['data']>;
}) {
  const { category, period, usage } = props;
  const models = useCategory(category);
  const dots = useMemo(() => dotsOf(models.data ?? [], usage, period), [models.data, usage, period]);
  return (
    <QueryState query={models} loading={<LoadingState lines={12} />}>
      {() =>
        dots.dots.length === 0 ? (
          <EmptyState title="Of no model both size and usage are known." />
        ) : (
          <UsagePlot category={category} period={period} {...dots} />
        )
      }
    </QueryState>
  );
}
