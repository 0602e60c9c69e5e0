import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Button, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount } from '../../parts/format.ts';
import { Section } from '../../parts/Section.tsx';
import type { BrowseSearch } from '../browse/browse-search.ts';
import type { Bar, Distribution } from './bars.ts';
import { ChartInTurn } from './ChartInTurn.tsx';
import classes from './insight.module.css';

/** Largest number of bars in a chart; the table has all values. */
const maxBars = 15;
/** Height of a bar, in pixels. */
const barHeight = 26;
const axisHeight = 36;
/** Largest number of characters in the label of a bar. */
const maxLabelLength = 23;

interface Props {
  readonly category: string;
  readonly distribution: Distribution;
  /** The number that equals 100 % in the table's shares. */
  readonly total: number;
  /** Filters that every bar's link sets on the browse page, in addition to the bar's own filter. */
  readonly commonFilters: BrowseSearch;
}

/**
 * Shortens a long label by omitting its middle. Names by one author start alike, so their ends must stay
 * visible.
 */
function shortenLabel(label: string): string {
  const half = (maxLabelLength - 1) / 2;
  return label.length > maxLabelLength ? `${label.slice(0, half)}…${label.slice(-half)}` : label;
}

/**
 * Shows a distribution as a chart, or as a table. A click on a bar opens the browse page with the models of
 * the bar.
 */
export function BarSection({ category, distribution, total, commonFilters }: Props) {
  const { title, noun, bars } = distribution;
  const navigate = useNavigate();
  const [isTable, setTable] = useState(false);
  const chartBars = bars.slice(0, maxBars);
  const height = chartBars.length * barHeight + axisHeight;
  const data = chartBars.map(({ label, count }) => ({ label, [noun]: count }));
  const openBar = (bar: Bar | undefined) => {
    if (bar === undefined) return;
    void navigate({
      to: '/browse/$category',
      params: { category },
      search: { ...bar.search, ...commonFilters },
    });
  };
  return (
    <Section
      title={title}
      aside={
        <Button size="compact-xs" variant="default" ml="auto" onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as a chart' : 'Show as a table'}
        </Button>
      }
    >
      {isTable ? (
        <table className={classes.table}>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">{noun}</th>
              <th scope="col">share</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.label}>
                <th scope="row">
                  <Link
                    to="/browse/$category"
                    params={{ category }}
                    search={{ ...bar.search, ...commonFilters }}
                  >
                    {bar.label}
                  </Link>
                </th>
                <td>{formatCount(bar.count)}</td>
                <td>{total > 0 ? `${((bar.count / total) * 100).toFixed(1)} %` : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <>
          <div role="img" aria-label={`Bar chart of ${title.toLowerCase()}: the table has the same numbers.`}>
            <ChartInTurn height={height}>
              <BarChart
                h={height}
                data={data}
                dataKey="label"
                orientation="vertical"
                series={[{ name: noun, color: 'indigo.5' }]}
                gridAxis="y"
                textColor="dimmed"
                tickLine="none"
                maxBarWidth={18}
                accessibilityLayer={false}
                valueFormatter={formatCount}
                yAxisProps={{ width: 164, tickFormatter: shortenLabel, interval: 0 }}
                xAxisProps={{ allowDecimals: false }}
                barProps={{
                  isAnimationActive: false,
                  cursor: 'pointer',
                  onClick: (_bar, index) => openBar(chartBars[index]),
                }}
              />
            </ChartInTurn>
          </div>
          {bars.length > chartBars.length && (
            <Text size="xs" c="dimmed">
              The first {maxBars} of {formatCount(bars.length)}; the table has all.
            </Text>
          )}
        </>
      )}
    </Section>
  );
}
