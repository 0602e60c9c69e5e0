import '@mantine/charts/styles.css';
import { AreaChart, CompositeChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTrends, useUsageOverTime } from '../../api/statistics.ts';
import type { TrendOfDay } from '../../api/types.ts';
import { formatCompact, formatCount, formatDuration, plural } from '../../parts/format.ts';
import { LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ChartInTurn } from './ChartInTurn.tsx';
import type { Range } from './insight-search.ts';

/** Largest number of baselines with an area of their own; the others share one. */
const maxAreas = 8;
const chartHeight = 190;
const areaColors = ['indigo.5', 'teal.5', 'orange.5', 'grape.5', 'cyan.5', 'lime.5', 'pink.5', 'yellow.5'];

const chartProps = {
  h: chartHeight,
  dataKey: 'date',
  curveType: 'linear',
  withDots: false,
  gridAxis: 'y',
  textColor: 'dimmed',
  tickLine: 'none',
  accessibilityLayer: false,
  xAxisProps: { interval: 'preserveStartEnd', minTickGap: 40 },
} as const;

interface ChartProps {
  readonly title: string;
  readonly summary: string;
  /** In pixels. */
  readonly h?: number;
  readonly children: ReactNode;
}

function Chart({ title, summary, h = chartHeight, children }: ChartProps) {
  return (
    <Section title={title}>
      <Text size="sm" c="dimmed" mb="xs">
        {summary}
      </Text>
      <div role="img" aria-label={`${title}: ${summary}`}>
        <ChartInTurn height={h}>{children}</ChartInTurn>
      </div>
    </Section>
  );
}

/** The monthly uses of a category's models over time, stacked by baseline. */
export function UsesByBaseline({ category, days }: { category: string; days: Range }) {
  const query = useUsageOverTime(category, days, 'baseline');
  return (
    <QueryState query={query} loading={<LoadingState lines={8} />}>
      {({ dates, series }) => {
        const isSampled = (index: number) => series.some(({ month }) => month[index] != null);
        const sampledIndexes = dates.flatMap((_, index) => (isSampled(index) ? [index] : []));
        if (sampledIndexes.length < 2)
          return (
            <Section title="Uses a month">
              <Text size="sm" c="dimmed">
                No chart yet: usage is sampled once a day, and a chart needs two samples.
              </Text>
            </Section>
          );
        const areas = series
          .slice(0, maxAreas)
          .map(({ name, month }) => ({ name: name ?? 'no baseline', month }));
        const otherSeries = series.slice(maxAreas);
        const sumUses = (index: number, summedSeries: typeof series) =>
          summedSeries.reduce((total, { month }) => total + (month[index] ?? 0), 0);
        const names = [...areas.map(({ name }) => name), ...(otherSeries.length > 0 ? ['others'] : [])];
        const data = sampledIndexes.map((index) => ({
          date: dates[index],
          ...Object.fromEntries(areas.map(({ name, month }) => [name, month[index] ?? 0])),
          ...(otherSeries.length > 0 && { others: sumUses(index, otherSeries) }),
        }));
        const [first, last] = [
          sumUses(sampledIndexes[0] ?? 0, series),
          sumUses(sampledIndexes.at(-1) ?? 0, series),
        ];
        return (
          <Chart
            title="Uses a month"
            h={chartHeight + 40}
            summary={`${formatCompact(last)} uses in the last month; ${formatCompact(first)} on ${dates[sampledIndexes[0] ?? 0]}. By baseline.`}
          >
            <AreaChart
              {...chartProps}
              h={chartHeight + 40}
              data={data}
              type="stacked"
              withLegend
              legendProps={{ verticalAlign: 'bottom' }}
              series={names.map((name, index) => ({ name, color: areaColors[index] ?? 'gray.5' }))}
              areaProps={{ isAnimationActive: false }}
              valueFormatter={formatCount}
              yAxisProps={{ width: 48, tickFormatter: formatCompact, allowDecimals: false }}
            />
          </Chart>
        );
      }}
    </QueryState>
  );
}

/** The development of the registry and the queue over time. */
export function Trends({ days }: { days: Range }) {
  const query = useTrends(Number(days));
  return (
    <QueryState query={query} loading={<LoadingState lines={8} />}>
      {({ days: trend, files }) => (
        <>
          <Growth trend={trend} />
          <Queue trend={trend} />
          <Waiting trend={trend} />
          {files > 0 && <Verified trend={trend} files={files} />}
        </>
      )}
    </QueryState>
  );
}

type Trend = readonly TrendOfDay[];
const sumDays = (trend: Trend, key: 'added' | 'deleted' | 'applied' | 'rejected') =>
  trend.reduce((sum, day) => sum + day[key], 0);

function Growth({ trend }: { trend: Trend }) {
  const modelCount = trend.at(-1)?.models ?? 0;
  return (
    <Chart
      title="Models"
      summary={`${plural(modelCount, 'model')}: ${formatCount(sumDays(trend, 'added'))} added, ${formatCount(sumDays(trend, 'deleted'))} deleted.`}
    >
      <AreaChart
        {...chartProps}
        data={[...trend]}
        series={[{ name: 'models', color: 'indigo.5' }]}
        areaProps={{ isAnimationActive: false }}
        valueFormatter={formatCount}
        yAxisProps={{ width: 48, tickFormatter: formatCompact, allowDecimals: false }}
      />
    </Chart>
  );
}

function Queue({ trend }: { trend: Trend }) {
  const waitingCount = trend.at(-1)?.waiting ?? 0;
  return (
    <Chart
      title="Changes waiting for review"
      summary={`${plural(waitingCount, 'change')} now; ${formatCount(sumDays(trend, 'applied'))} applied, ${formatCount(sumDays(trend, 'rejected'))} rejected.`}
    >
      <AreaChart
        {...chartProps}
        data={[...trend]}
        series={[{ name: 'waiting', color: 'orange.6' }]}
        areaProps={{ isAnimationActive: false }}
        valueFormatter={formatCount}
        yAxisProps={{ width: 48, tickFormatter: formatCompact, allowDecimals: false }}
      />
    </Chart>
  );
}

const formatDurations = (value: unknown) =>
  Array.isArray(value)
    ? value.map((each) => formatDuration(Number(each))).join(' to ')
    : formatDuration(Number(value));

function Waiting({ trend }: { trend: Trend }) {
  const latestWait = trend.findLast((day) => day.wait !== null)?.wait;
  const data = trend.map(({ date, wait }) => ({
    date,
    median: wait?.median ?? null,
    '90 % of decisions': wait && [wait.low, wait.high],
  }));
  if (!latestWait) return null;
  return (
    <Chart
      title="Time to a decision"
      summary={`Median ${formatDuration(latestWait.median)}; 90 % of decisions took ${formatDuration(latestWait.low)} to ${formatDuration(latestWait.high)}. Each day covers the last seven days.`}
    >
      <CompositeChart
        {...chartProps}
        data={data}
        series={[
          { name: '90 % of decisions', type: 'area', color: 'teal.3' },
          { name: 'median', type: 'line', color: 'teal.7' },
        ]}
        connectNulls={false}
        areaProps={{ isAnimationActive: false }}
        lineProps={{ isAnimationActive: false }}
        valueFormatter={formatDurations as (value: number) => string}
        yAxisProps={{ width: 64, tickFormatter: formatDuration }}
      />
    </Chart>
  );
}

function Verified({ trend, files }: { trend: Trend; files: number }) {
  const shares = trend.map(({ date, verified_files: verifiedFiles }) => ({
    date,
    'verified files': Math.round((verifiedFiles / files) * 1000) / 10,
  }));
  const formatPercent = (value: number) => `${formatCount(value)}\u00a0%`;
  return (
    <Chart
      title="Files verified"
      summary={`${formatPercent(shares.at(-1)?.['verified files'] ?? 0)} of ${plural(files, 'file')}; each counts from the day of its verdict.`}
    >
      <AreaChart
        {...chartProps}
        data={shares}
        series={[{ name: 'verified files', color: 'teal.5' }]}
        areaProps={{ isAnimationActive: false }}
        valueFormatter={formatPercent}
        yAxisProps={{ width: 56, domain: [0, 100], tickFormatter: formatPercent }}
      />
    </Chart>
  );
}
