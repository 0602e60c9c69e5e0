import { describe, expect, it } from 'vitest';
import { mergeUsage } from '../../../../../src/modules/insight/analytics/model-usage.ts';
import {
  type PopularityMetric,
  rankByPopularity,
  usageByName,
} from '../../../../../src/modules/insight/popularity.ts';
import { frozen } from './frozen.ts';
import { usageOf } from './usage-of.ts';

const names = ['unused', 'steady', 'new', 'Old', '10'];
const usage = frozen(
  mergeUsage(
    'image',
    names,
    usageOf({
      status: [
        { name: 'steady', count: 2, jobs: 1, queued: 5, eta: 3, performance: 1.5 },
        { name: 'new', count: 2 },
        { name: 'old', count: 1 },
      ],
      day: { new: 9, steady: 3 },
      month: { steady: 30, new: 9 },
      total: { steady: 300, old: 5000, new: 9 },
    }),
  ),
);

describe('popularity', () => {
  it.each<[PopularityMetric, string[]]>([
    ['worker_count', ['steady', 'new', 'Old', 'unused', '10']],
    ['usage_day', ['new', 'steady', 'unused', 'Old', '10']],
    ['usage_month', ['steady', 'new', 'unused', 'Old', '10']],
    ['usage_total', ['Old', 'steady', 'new', 'unused', '10']],
  ])('by %s', (metric, expected) => {
    const ranked = rankByPopularity(usage, { metric, limit: 10 });
    expect(ranked.map(({ position }) => names[position])).toEqual(expected);
    expect(rankByPopularity(usage, { metric, limit: 2 })).toEqual(ranked.slice(0, 2));
  });
});

describe('usage by name', () => {
  type WithStatsQuery = Parameters<typeof usageByName>[2];
  const plain: WithStatsQuery = { descending: true, backendVariations: false };
  const order = (query: Partial<WithStatsQuery>) =>
    usageByName(names, usage, { ...plain, ...query }).map(([name]) => name);

  it.each<[Partial<WithStatsQuery>, string[]]>([
    [{}, names],
    [{ sortBy: 'nonsense' }, names],
    [{ sortBy: 'toString' }, names],
    [{ sortBy: 'worker_count' }, ['steady', 'new', 'Old', 'unused', '10']],
    [{ sortBy: 'worker_count', descending: false }, ['unused', '10', 'Old', 'steady', 'new']],
    [{ sortBy: 'usage_month' }, ['steady', 'new', 'unused', 'Old', '10']],
    [{ sortBy: 'usage_total' }, ['Old', 'steady', 'new', 'unused', '10']],
    [{ sortBy: 'name' }, ['unused', 'steady', 'new', 'Old', '10']],
    [{ sortBy: 'name', descending: false }, ['10', 'Old', 'new', 'steady', 'unused']],
    // Without asking for the workers, too.
    [{ minWorkerCount: 2 }, ['steady', 'new']],
    [{ minWorkerCount: 0 }, names],
  ])('%j', (query, expected) => {
    expect(order(query)).toEqual(expected);
  });

  it('shows backends when they are wanted', () => {
    const text = mergeUsage('text', ['A/B'], usageOf({ month: { 'koboldcpp/B': 1 } }));
    const [[, shown]] = usageByName(['A/B'], text, { ...plain, backendVariations: true }) as [
      [string, object],
    ];
    expect(shown).toMatchObject({
      backend_variations: { koboldcpp: { variant_name: 'koboldcpp/B', usage_month: 1 } },
    });
    expect(usageByName(['A/B'], text, plain)[0]![1].backend_variations).toEqual({});
  });
});
