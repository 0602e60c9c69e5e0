import { expect, it } from 'vitest';
import { mergeUsage } from '../../../../../src/modules/insight/analytics/model-usage.ts';
import {
  listUsage,
  type PopularityMetric,
  rankByPopularity,
} from '../../../../../src/modules/insight/popularity.ts';
import { usageOf } from './usage-of.ts';

// Each figure gives another order; the endpoints' own tests are in test/unit/http/popular.test.ts.
const names = ['unused', 'steady', 'new', 'Old'];
const usage = mergeUsage(
  'image',
  names,
  usageOf({
    status: ['steady', 'steady', 'new'].map((name, at) => ({ name, count: 3 - at })),
    day: { new: 9, steady: 3 },
    month: { steady: 30, new: 9 },
    total: { steady: 300, old: 5000, new: 9 },
  }),
);

it.each<[PopularityMetric, string[]]>([
  ['worker_count', ['steady', 'new', 'unused', 'Old']],
  ['usage_day', ['new', 'steady', 'unused', 'Old']],
  ['usage_month', ['steady', 'new', 'unused', 'Old']],
  ['usage_total', ['Old', 'steady', 'new', 'unused']],
])('models are ranked by %s', (metric, expected) => {
  const ranked = rankByPopularity(usage, { metric, limit: 10 });
  expect(ranked.map(({ position }) => names[position])).toEqual(expected);
  const listed = listUsage(names, usage, { sortBy: metric, descending: true, backendVariations: false });
  // The list has no order by the day.
  expect(listed.map(([name]) => name)).toEqual(metric === 'usage_day' ? names : expected);
});
