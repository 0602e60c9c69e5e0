import { ScatterChart } from '@mantine/charts';
import { ColorSwatch, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatBytes, formatCompact, formatCount, formatParameters, plural } from '../../parts/format.ts';
import { sizeUnit } from '../../parts/model-facts.ts';
import classes from './insight.module.css';
import type { Period } from './insight-search.ts';
import { type Dot, type Dots, sizeTicks, usesPlace, usesTicks } from './usage-dots.ts';

const periodWords: Readonly<Record<Period, string>> = {
  day: 'uses in the last day',
  month: 'uses in the last month',
  total: 'uses in total',
};

const kinds = [
  {
    name: 'served by workers',
    color: 'indigo.5',
    has: ({ workers }: Dot) => workers !== null && workers > 0,
  },
  { name: 'without a worker', color: 'orange.7', has: ({ workers }: Dot) => workers === 0 },
  { name: 'workers not known', color: 'gray.6', has: ({ workers }: Dot) => workers === null },
] as const;

interface Props extends Dots {
  readonly category: string;
  readonly period: Period;
}

/**
 * A plot with a dot for each model: its size on one axis, its usage on the other, both logarithmic. Each dot
 * links to its model.
 */
export function UsagePlot({ category, period, dots, unsized }: Props) {
  const navigate = useNavigate();
  const isText = category === 'text_generation';
  const { factor } = sizeUnit(category);
  const shownSize = isText ? formatParameters : formatBytes;
  const drawn = useMemo(
    () => kinds.filter(({ name, has }) => name !== 'workers not known' || dots.some(has)),
    [dots],
  );
  const data = useMemo(
    () =>
      drawn.map(({ name, color, has }) => ({
        name,
        color,
        data: dots.flatMap((dot, index) =>
          has(dot) ? [{ size: Math.log2(dot.size), uses: usesPlace(dot.uses), index }] : [],
        ),
      })),
    [dots, drawn],
  );
  const ySteps = usesTicks(Math.max(...dots.map(({ uses }) => uses)));
  const xSteps = sizeTicks(
    dots.map(({ size }) => size),
    factor,
  );
  const dotAt = (index: unknown) => (typeof index === 'number' ? dots[index] : undefined);
  const open = (index: unknown) => {
    const dot = dotAt(index);
    if (dot) void navigate({ to: '/model/$category', params: { category }, search: { name: dot.name } });
  };
  const table = {
    cols: [isText ? 'parameters' : 'size', 'workers', `usage_${period}`],
    sort: `-usage_${period}`,
    view: 'table' as const,
  };
  return (
    <div className={classes.chart}>
      <div className={classes.legend}>
        {drawn.map(({ name, color, has }) => (
          <span key={name} className={classes.key}>
            <ColorSwatch
              size={10}
              withShadow={false}
              color={`var(--mantine-color-${color.replace('.', '-')})`}
            />
            {name}: {formatCount(dots.filter(has).length)}
          </span>
        ))}
        <Link to="/browse/$category" params={{ category }} search={table}>
          The same as a table
        </Link>
      </div>
      <div
        role="img"
        aria-label={`Scatter plot of ${plural(dots.length, 'model')} by size and ${periodWords[period]}. The table linked above has the same numbers.`}
      >
        <ScatterChart
          h={460}
          data={data}
          dataKey={{ x: 'size', y: 'uses' }}
          gridAxis="xy"
          textColor="dimmed"
          accessibilityLayer={false}
          xAxisLabel={isText ? 'Parameters' : 'Size'}
          yAxisLabel={periodWords[period]}
          xAxisProps={{
            domain: [Math.log2(xSteps[0] ?? 1), Math.log2(xSteps.at(-1) ?? 2)],
            ticks: xSteps.map(Math.log2),
            tickFormatter: (place: number) => shownSize(2 ** place),
          }}
          yAxisProps={{
            width: 52,
            domain: [0, usesPlace(ySteps.at(-1) ?? 1)],
            ticks: ySteps.map(usesPlace),
            tickFormatter: (place: number) => formatCompact(Math.round(10 ** place - 1)),
          }}
          scatterProps={{
            cursor: 'pointer',
            fillOpacity: 0.75,
            onClick: (point) => open((point.payload as { index?: number } | undefined)?.index),
          }}
          tooltipProps={{
            content: ({ payload }) => {
              const dot = dotAt((payload?.[0]?.payload as { index?: number } | undefined)?.index);
              return dot ? (
                <div className={classes.tooltip}>
                  <strong>{dot.name}</strong>
                  <br />
                  {shownSize(dot.size)}; {formatCount(dot.uses)} {periodWords[period]};{' '}
                  {dot.workers === null ? 'workers not known' : plural(dot.workers, 'worker')}
                </div>
              ) : null;
            },
          }}
        />
      </div>
      {unsized > 0 && (
        <Text size="xs" c="dimmed">
          {plural(unsized, 'model')} of unknown size {unsized === 1 ? 'is' : 'are'} not drawn.
        </Text>
      )}
    </div>
  );
}
