import type { UsageStats } from '../api/types.ts';
import { formatCompact, plural } from './format.ts';

/** The uses of a model in three periods, and the number of its workers; null for an unknown figure. */
export type UsageFigures = Readonly<Record<UsageStats['unknown_usage'][number], number | null>>;

export function figuresOf(stats: Partial<UsageStats> | undefined): UsageFigures {
  const { usage_stats: uses, worker_count = 0, unknown_usage: unknown = [] } = stats ?? {};
  const readFigure = (figure: keyof UsageFigures, value = 0) => (unknown.includes(figure) ? null : value);
  return {
    day: readFigure('day', uses?.day),
    month: readFigure('month', uses?.month),
    total: readFigure('total', uses?.total),
    workers: readFigure('workers', worker_count),
  };
}

const periods = { day: 'in the last day', month: 'in the last month', total: 'in total' } as const;

/** Returns a sentence about a model's workers and its uses in the given periods. Omits unknown uses. */
export function usageSentence(
  figures: UsageFigures,
  shownPeriods: readonly (keyof typeof periods)[],
): string {
  const { workers } = figures;
  const knownUses = shownPeriods.flatMap((period) => {
    const uses = figures[period];
    return uses === null ? [] : [[formatCompact(uses), periods[period]] as const];
  });
  if (workers === null && knownUses.length === 0) return 'Its usage is currently unavailable.';
  const workersText =
    workers === null
      ? 'The number of workers is unknown'
      : `${plural(workers, 'worker serves', 'workers serve')} it`;
  const usesText = knownUses
    .map(([uses, period], index) => `${uses}${index === 0 ? ' times' : ''} ${period}`)
    .join(', ');
  return `${workersText}; ${usesText === '' ? 'its usage is unknown' : `used ${usesText}`}.`;
}
