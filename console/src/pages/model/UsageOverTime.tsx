import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useUsageHistory } from '../../api/usage.ts';
import { formatCount } from '../../parts/format.ts';
import classes from './model.module.css';

/** The usage chart, loaded only if there is usage to draw, because the chart library is large. */
const UsageChart = lazy(() => import('./UsageChart.tsx').then((module) => ({ default: module.UsageChart })));

/** A model's daily usage; nothing for fewer than two days. */
export function UsageOverTime({ category, name }: { category: string; name: string }) {
  const { data } = useUsageHistory(category, name);
  const days = data?.days ?? [];
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || days.length < 2) return null;
  return (
    <div className={classes.time}>
      <Text size="xs" c="dimmed" mb={4}>
        Uses in the month before each day
      </Text>
      <div
        role="img"
        aria-label={`Uses in a month, from ${formatCount(first.month)} on ${first.date} to ${formatCount(last.month)} on ${last.date}. The table below has the same numbers.`}
        className={classes.chart}
      >
        <Suspense>
          <UsageChart days={days} />
        </Suspense>
      </div>
      <details className={classes.workers}>
        <summary>Day by day</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
        <section className={classes.scrolled} aria-label="Usage day by day" tabIndex={0}>
          <table className={classes.list}>
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">Day</th>
                <th scope="col">Month</th>
                <th scope="col">Workers</th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ date, day, month, workers }) => (
                <tr key={date}>
                  <th scope="row">{date}</th>
                  <td>{formatCount(day)}</td>
                  <td>{formatCount(month)}</td>
                  <td>{formatCount(workers)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </div>
  );
}
