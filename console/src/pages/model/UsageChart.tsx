import '@mantine/charts/styles.css';
import { AreaChart } from '@mantine/charts';
import type { UsageOfDay } from '../../api/types.ts';
import { formatCompact, formatCount } from '../../parts/format.ts';

/** A chart that shows, for each day, the uses in the preceding month. */
export function UsageChart({ days }: { days: readonly UsageOfDay[] }) {
  const data = days.map(({ date, month }) => ({ date, 'uses in a month': month }));
  return (
    <AreaChart
      h={140}
      data={data}
      dataKey="date"
      series={[{ name: 'uses in a month', color: 'indigo.5' }]}
      curveType="linear"
      withDots={false}
      gridAxis="y"
      textColor="dimmed"
      tickLine="none"
      accessibilityLayer={false}
      valueFormatter={formatCount}
      areaProps={{ isAnimationActive: false }}
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 40 }}
      yAxisProps={{ width: 44, tickFormatter: formatCompact, allowDecimals: false }}
    />
  );
}
