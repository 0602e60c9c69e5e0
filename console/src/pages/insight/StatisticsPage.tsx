import '@mantine/charts/styles.css';
import { Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCategoryNames } from '../../api/models.ts';
import { type CountedStatistics, useStatistics } from '../../api/statistics.ts';
import type { Statistics } from '../../api/types.ts';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import { categoryLabel, formatBytes, formatCount } from '../../parts/format.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { BarSection } from './BarSection.tsx';
import { distributionsOf } from './bars.ts';
import { InsightTabs } from './InsightTabs.tsx';
import classes from './insight.module.css';
import { Tiles } from './Tiles.tsx';

const route = getRouteApi('/insight');

export function StatisticsPage() {
  usePageTitle('Insight');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const names = useCategoryNames();
  const category = search.category ?? 'image_generation';
  const isText = category === 'text_generation';
  const grouped = isText && (search.grouped ?? false);
  const query = useStatistics(category, grouped);
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
      <QueryState
        query={query}
        loading={<LoadingState lines={12} />}
        isEmpty={(statistics) => statistics === null}
        empty={<EmptyState title={`${categoryLabel(category)} has no models yet.`} />}
      >
        {(statistics) => statistics && <Charts statistics={statistics} />}
      </QueryState>
    </>
  );
}

function Charts({ statistics }: { statistics: CountedStatistics }) {
  const { category, grouped, total_models: total, download_stats: downloads } = statistics;
  const counted = grouped ? 'groups' : 'models';
  return (
    <>
      <Tiles facts={factsOf(statistics, counted)} />
      <div className={classes.grid}>
        {distributionsOf(statistics, counted).map((distribution) => (
          <BarSection
            key={distribution.title}
            category={category}
            distribution={distribution}
            total={distribution.counted === 'files' ? downloads.total_download_entries : total}
            view={grouped ? { view: 'groups' } : {}}
          />
        ))}
      </div>
    </>
  );
}

function factsOf(statistics: Statistics, counted: string): [string, string][] {
  const { download_stats: downloads, category } = statistics;
  const counts: [string, number][] = [
    [counted, statistics.total_models],
    ['files', downloads.total_download_entries],
    ...(category === 'image_generation'
      ? ([
          ['with trigger words', statistics.models_with_trigger_words],
          ['for inpainting', statistics.models_with_inpainting],
          ['with requirements', statistics.models_with_requirements],
        ] as [string, number][])
      : []),
    ['with showcases', statistics.models_with_showcases],
    ...(category === 'text_generation'
      ? ([['of unknown size', statistics.models_without_param_info]] as [string, number][])
      : []),
  ];
  const facts = counts
    .filter(([, count]) => count > 0)
    .map(([label, count]): [string, string] => [label, formatCount(count)]);
  if (downloads.models_with_size_info > 0) {
    facts.push(['on disk', formatBytes(downloads.total_size_bytes)]);
    facts.push(['on average', formatBytes(downloads.average_size_bytes)]);
  }
  return facts;
}
