import { BarChart } from '@mantine/charts';
import { Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useLicensingCoverage } from '../../api/licensing.ts';
import { formatCount, plural } from '../../parts/format.ts';
import { formatDay } from '../../parts/licence-words.ts';
import { Section } from '../../parts/Section.tsx';

const chartHeight = 180;
const seriesLabel = 'without a licence';

/**
 * Shows the weekly share of models without a concluded licence. Shows nothing without data: before the first
 * model, and on an instance without the audit trail.
 */
export function CoverageSection() {
  const weeks = useLicensingCoverage().data?.weeks ?? [];
  const [isTable, setTable] = useState(false);
  const latest = weeks.at(-1);
  if (latest === undefined || latest.models === 0) return null;
  const chartRows = weeks.map(({ until, models, unconcluded }) => ({
    day: formatDay(new Date(until * 1000).toISOString()),
    models,
    unconcluded,
    percent: models === 0 ? 0 : Math.round((unconcluded / models) * 100),
  }));
  return (
    <Section
      title="Models without a licence"
      aside={
        <Button size="compact-xs" variant="default" ml="auto" onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as a chart' : 'Show as a table'}
        </Button>
      }
    >
      <Text size="sm">
        The licence of {formatCount(latest.unconcluded)} of {plural(latest.models, 'model')} is unknown: it is
        not stated, or stated as NOASSERTION.
      </Text>
      {isTable ? (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Until</Table.Th>
              <Table.Th>Models</Table.Th>
              <Table.Th>Without a licence</Table.Th>
              <Table.Th>Share</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {chartRows.toReversed().map(({ day, models, unconcluded, percent }) => (
              <Table.Tr key={day}>
                <Table.Td>{day}</Table.Td>
                <Table.Td>{formatCount(models)}</Table.Td>
                <Table.Td>{formatCount(unconcluded)}</Table.Td>
                <Table.Td>{percent}%</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        <div role="img" aria-label="Bar chart by week: the table has the same numbers.">
          <BarChart
            h={chartHeight}
            mt="sm"
            barChartProps={{ margin: { top: 8 } }}
            data={chartRows.map(({ day, percent }) => ({ day, [seriesLabel]: percent }))}
            dataKey="day"
            series={[{ name: seriesLabel, color: 'indigo.5' }]}
            textColor="dimmed"
            tickLine="none"
            maxBarWidth={28}
            accessibilityLayer={false}
            valueFormatter={(value) => `${value}%`}
            yAxisProps={{ domain: [0, 100], width: 56 }}
            xAxisProps={{ minTickGap: 24 }}
            barProps={{ isAnimationActive: false }}
          />
        </div>
      )}
    </Section>
  );
}
