import { describe, expect, it } from 'vitest';
import type { ModelRisk, Statistics, UsageStats } from '../../console/src/api/types.ts';
import { createDistributions } from '../../console/src/pages/insight/bars.ts';
import { listFlags } from '../../console/src/pages/insight/risk-flags.ts';
import { figuresOf, type UsageFigures, usageSentence } from '../../console/src/parts/usage-figures.ts';

describe('the distributions of a category', () => {
  const statistics = {
    category: 'text_generation',
    baseline_distribution: { llama: { baseline: 'llama', count: 3 } },
    parameter_buckets: [
      { bucket_label: '< 3B', min_params: 0, max_params: 3e9, count: 1 },
      { bucket_label: '3B and more', min_params: 3e9, max_params: null, count: 2 },
    ],
    top_styles: [],
    top_tags: [{ tag: 'story', count: 0 }],
    download_stats: { hosts: {} },
    sfw_count: 2,
    nsfw_count: 1,
  } as unknown as Statistics;
  const found = createDistributions(statistics, 'models');

  it('are those that count something', () => {
    expect(found.map(({ title }) => title)).toEqual(['Baselines', 'Parameters', 'NSFW']);
  });

  it('lead to the models of a bar: no model is in two buckets', () => {
    expect(found[1]?.bars.map(({ search }) => search)).toEqual([{ max: 3 - 0.001 }, { min: 3 }]);
    expect(found[2]?.bars.map(({ search }) => search)).toEqual([{ nsfw: 'no' }, { nsfw: 'yes' }]);
  });
});

describe('usage that is not known', () => {
  const stats = {
    worker_count: 0,
    usage_stats: null,
    unknown_usage: ['day', 'month', 'total', 'workers'],
  } as unknown as UsageStats;

  it('is no use of zero', () => {
    expect(figuresOf(stats)).toEqual({ day: null, month: null, total: null, workers: null });
    expect(figuresOf({ ...stats, unknown_usage: [] })).toEqual({ day: 0, month: 0, total: 0, workers: 0 });
  });

  it.each<[Partial<UsageFigures>, string]>([
    [{}, '1 worker serves it; used 2 times in the last day, 30 in the last month, 400 in total.'],
    [{ day: null }, '1 worker serves it; used 30 times in the last month, 400 in total.'],
    [
      { workers: null },
      'The number of workers is unknown; used 2 times in the last day, 30 in the last month, 400 in total.',
    ],
    [{ day: null, month: null, total: null }, '1 worker serves it; its usage is unknown.'],
    [{ day: null, month: null, total: null, workers: null }, 'Its usage is currently unavailable.'],
  ])('is left out of sentences: %j', (unknown, sentence) => {
    const figures = { day: 2, month: 30, total: 400, workers: 1, ...unknown };
    expect(usageSentence(figures, ['day', 'month', 'total'])).toBe(sentence);
  });
});

it('says why a model may go, the gravest reason first', () => {
  const risk = {
    deletion_risk_flags: { missing_description: true, zero_usage_total: true, low_usage: false },
  } as unknown as ModelRisk;
  expect(listFlags(risk)).toEqual(['never used', 'no description']);
});
