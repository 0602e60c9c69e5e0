import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/kernel/json.ts';
import type { Model } from '../../../../../src/modules/insight/analytics/counts.ts';
import {
  type ModelRisk,
  type RiskSettings,
  readRecordFacts,
} from '../../../../../src/modules/insight/analytics/model-risk.ts';
import { mergeUsage } from '../../../../../src/modules/insight/analytics/model-usage.ts';
import {
  applyPreset,
  assessRisks,
  type RiskPreset,
} from '../../../../../src/modules/insight/deletion-risk.ts';
import { frozen } from './frozen.ts';
import { riskSettings as settings } from './risk-settings.ts';
import { type UpstreamCounts, usageOf } from './usage-of.ts';

const categories = {
  image: { name: 'image_generation', usage: 'image' },
  text: { name: 'text_generation', usage: 'text' },
} as const;

/** A record with nothing to say against it. */
const sound: JsonObject = {
  description: 'A model.',
  baseline: 'sdxl',
  nsfw: false,
  config: { download: [{ file_url: 'https://huggingface.co/x' }] },
};

interface Options {
  grouped?: boolean;
  settings?: Partial<RiskSettings>;
}

function assess(
  kind: 'image' | 'text',
  records: Record<string, JsonObject>,
  upstream: UpstreamCounts,
  { grouped = false, settings: changed = {} }: Options = {},
) {
  const models: Model[] = frozen(Object.entries(records).map(([name, record]) => ({ name, record })));
  const usage = mergeUsage(
    kind,
    models.map(({ name }) => name),
    usageOf(upstream),
  );
  return assessRisks(categories[kind], models.map(readRecordFacts), frozen(usage), {
    settings: frozen({ ...settings, ...changed }),
    grouped,
    backendVariations: false,
  });
}

const flagsSet = ({ deletion_risk_flags }: ModelRisk): string[] =>
  Object.entries(deletion_risk_flags).flatMap(([flag, set]) => (set ? [flag] : []));

/** The flags of an image model that is used as much as it can be. */
function imageFlags(record: JsonObject): string[] {
  const used = { status: [{ name: 'x', count: 1 }], day: { x: 1 }, month: { x: 1 }, total: { x: 1 } };
  return flagsSet(assess('image', { x: { ...sound, ...record } }, used).models[0]!);
}

const downloads = (...urls: unknown[]): JsonObject => ({
  config: { download: urls.map((file_url) => ({ file_url }) as JsonObject) },
});

describe('flags', () => {
  it.each<[string, JsonObject, string[]]>([
    ['a sound record', {}, []],
    ['two hosts', downloads('https://huggingface.co/a', 'https://civitai.com/b'), ['has_multiple_hosts']],
    ['one host twice', downloads('https://huggingface.co/a', 'https://huggingface.co/b'), []],
    ['a host below the preferred one', downloads('https://cdn.huggingface.co/a'), []],
    ['another host', downloads('https://civitai.com/b'), ['has_non_preferred_host']],
    ['two others', downloads('https://a/b', 'https://c/d'), ['has_multiple_hosts', 'has_non_preferred_host']],
    ['no downloads', { config: { download: [] } }, ['no_download_urls']],
    ['no config', { config: null }, ['no_download_urls']],
    ['no URL', downloads('', 'model.ckpt'), ['no_download_urls']],
    ['a URL nobody can read', downloads('https://[::1/x'), ['has_unknown_host', 'no_download_urls']],
    ['a good one, too', downloads('https://[::1/x', 'https://huggingface.co'), ['has_unknown_host']],
    ['no description', { description: null }, ['missing_description']],
    ['a blank description', { description: ' \n' }, ['missing_description']],
    ['an empty baseline', { baseline: '' }, ['missing_baseline']],
  ])('%s', (_what, record, flags) => {
    expect(imageFlags(record)).toEqual(flags);
  });

  it('of text models say nothing of downloads, unless the deployment wants it', () => {
    const used = { status: [{ name: 'x', count: 1 }], day: { x: 1 }, month: { x: 1 }, total: { x: 1 } };
    const record = { ...sound, ...downloads('https://a/b', 'https://[c/d') };
    expect(flagsSet(assess('text', { x: record }, used).models[0]!)).toEqual([]);
    const looking = assess('text', { x: record }, used, { settings: { textGenIgnoreDownloadHosts: false } });
    expect(flagsSet(looking.models[0]!)).toEqual(['has_non_preferred_host', 'has_unknown_host']);
  });

  it('say that a model is not used, also when it never was', () => {
    const { models } = assess(
      'image',
      { used: sound, once: sound, never: sound },
      {
        total: { used: 9, once: 5 },
        month: { used: 9 },
        day: { used: 9 },
        status: [{ name: 'used', count: 1 }],
      },
    );
    expect(models.map((model) => [model.name, flagsSet(model), model.is_critical])).toEqual([
      ['used', [], false],
      ['once', ['zero_usage_day', 'zero_usage_month', 'no_active_workers', 'low_usage'], true],
      [
        'never',
        ['zero_usage_day', 'zero_usage_month', 'zero_usage_total', 'no_active_workers', 'low_usage'],
        true,
      ],
    ]);
  });

  it.each([
    ['image', 65, false],
    ['image', 64, true],
    ['text', 200, false],
    ['text', 199, true],
  ] as const)('low usage of an %s model: %i of a million is %j', (kind, month, low) => {
    const { models } = assess(kind, { x: sound, y: sound }, { month: { x: month, y: 1_000_000 - month } });
    expect(models.find(({ name }) => name === 'x')!.deletion_risk_flags.low_usage).toBe(low);
  });

  it('do not call usage low where nothing is used', () => {
    expect(assess('image', { x: sound }, {}).models[0]!.deletion_risk_flags.low_usage).toBe(false);
  });

  it.each([
    [9, 0, true],
    [10, 0, false],
    [9, 1, false],
  ])('a text model with %i uses in the month and %i workers: critical %j', (month, count, critical) => {
    const { models } = assess('text', { x: sound }, { month: { x: month }, status: [{ name: 'x', count }] });
    expect(models[0]!.is_critical).toBe(critical);
  });
});

describe('the risk of a model', () => {
  it('has all fields, in order', () => {
    const record = { ...sound, size_on_disk_bytes: 4_265_380_512 };
    const { models } = assess(
      'image',
      { x: record, y: sound },
      {
        status: [{ name: 'x', count: 5 }],
        day: { x: 10 },
        month: { x: 300, y: 100 },
        total: { x: 1000, y: 100 },
      },
    );
    expect(JSON.stringify(models[0])).toBe(
      '{"name":"x","category":"image_generation","deletion_risk_flags":{"zero_usage_day":false,"zero_usage_month":false,' +
        '"zero_usage_total":false,"no_active_workers":false,"has_multiple_hosts":false,"has_non_preferred_host":false,' +
        '"has_unknown_host":false,"no_download_urls":false,"missing_description":false,"missing_baseline":false,' +
        '"low_usage":false},"at_risk":false,"risk_score":0,"worker_count":5,"usage_day":10,"usage_month":300,' +
        '"usage_total":1000,"usage_hour":null,"usage_minute":null,"usage_percentage_of_category":75,' +
        '"usage_trend":{"day_to_month_ratio":0.03333333333333333,"month_to_total_ratio":0.3},"cost_benefit_score":75.52,' +
        '"size_gb":3.97,"baseline":"sdxl","nsfw":false,"has_description":true,"download_count":1,' +
        '"download_hosts":["huggingface.co"],"backend_variations":null,"is_critical":false,"has_warning":false}',
    );
    expect(models[1]!.usage_trend).toEqual({ day_to_month_ratio: 0, month_to_total_ratio: 1 });
  });

  it('has no ratios of nothing, and no size of a text model', () => {
    const [model] = assess('text', { x: { ...sound, size_on_disk_bytes: 4e9 } }, {}).models;
    expect(model).toMatchObject({
      usage_percentage_of_category: 0,
      usage_trend: { day_to_month_ratio: null, month_to_total_ratio: null },
      cost_benefit_score: null,
      size_gb: null,
    });
  });
});

describe('groups', () => {
  const records = {
    'a/X-8B': { ...sound, baseline: 'first', ...downloads('https://a/1') },
    'b/Y': sound,
    'a/X-70B': {
      ...sound,
      baseline: 'second',
      nsfw: true,
      description: '',
      ...downloads('https://b/1', 'https://a/2'),
    },
  };
  const upstream = {
    status: [
      { name: 'a/X-8B', count: 2 },
      { name: 'a/X-70B', count: 3 },
    ],
    day: { 'a/X-8B': 10, 'a/X-70B': 30 },
    month: { 'a/X-8B': 100, 'a/X-70B': 300, 'b/Y': 1 },
    total: { 'a/X-8B': 1000, 'a/X-70B': 300, 'b/Y': 1 },
  };

  it('add up their members', () => {
    const { models, ...report } = assess('text', records, upstream, { grouped: true });
    expect(models.map(({ name }) => name)).toEqual(['X', 'Y']);
    expect(models[0]).toMatchObject({
      worker_count: 3,
      usage_day: 40,
      usage_month: 400,
      usage_total: 1300,
      // 74.8130 + 24.9377
      usage_percentage_of_category: 99.7507,
      // (0.1 × 300 + 0.1 × 100) ÷ 400, (1 × 300 + 0.1 × 100) ÷ 400
      usage_trend: { day_to_month_ratio: 0.1, month_to_total_ratio: 0.775 },
      cost_benefit_score: null,
      size_gb: null,
      // Of the member with the most usage.
      baseline: 'second',
      nsfw: true,
      has_description: false,
      download_count: 3,
      download_hosts: ['b', 'a'],
      backend_variations: null,
      risk_score: 1,
      at_risk: true,
      is_critical: false,
    });
    expect(flagsSet(models[0]!)).toEqual(['missing_description']);
    expect(flagsSet(models[1]!)).toEqual(['zero_usage_day', 'no_active_workers']);
    expect(report).toMatchObject({
      category_total_month_usage: 401,
      total_count: 3,
      returned_count: 2,
      summary: { total_models: 2, average_risk_score: 1.5, category_total_month_usage: 401 },
    });
  });

  it('whose one member has most of the usage are not flagged for those that have none', () => {
    const names = [
      'Sao10K/L3-8B-Stheno-v3.2',
      'Sao10K/L3-8B-Stheno-v3.1',
      'other/Small-1B',
      'other/Small-3B',
    ];
    const used = { [names[0]!]: 6100, [names[2]!]: 1, 'x/Rest-7B': 3899 };
    const report = assess(
      'text',
      Object.fromEntries([...names, 'x/Rest-7B'].map((name) => [name, sound])),
      { status: [{ name: names[0]!, count: 4 }], day: used, month: used, total: used },
      { grouped: true },
    );
    expect(report.models.map((group) => [group.name, group.usage_month, flagsSet(group)])).toEqual([
      ['L3-Stheno', 6100, []],
      ['Rest', 3899, ['no_active_workers']],
      ['Small', 1, ['no_active_workers', 'low_usage']],
    ]);
    expect(applyPreset(report, 'low_usage').models.map(({ name }) => name)).toEqual(['Small']);
    expect(applyPreset(report, 'zero_usage').models).toEqual([]);
  });

  it('come with the largest sum first, whatever their largest member', () => {
    const month = { 'a/X-1B': 5, 'a/X-2B': 5, 'a/Y': 9 };
    const records = Object.fromEntries(Object.keys(month).map((name) => [name, sound]));
    const { models } = assess('text', records, { month }, { grouped: true });
    expect(models.map(({ name, usage_month }) => [name, usage_month])).toEqual([
      ['X', 10],
      ['Y', 9],
    ]);
  });

  it('never pass 100 percent', () => {
    const six = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`a/X-${at + 1}B`, sound]));
    const month = Object.fromEntries(Object.keys(six).map((name) => [name, 1]));
    const [group] = assess('text', six, { month }, { grouped: true }).models;
    // 6 × 16.6667 = 100.0002
    expect(group!.usage_percentage_of_category).toBe(100);
  });

  it('have an average score that is not rounded', () => {
    const three = { 'a/X': { ...sound, description: '' }, 'a/Y': sound, 'a/Z': sound };
    const used = { 'a/X': 1, 'a/Y': 1, 'a/Z': 1 };
    const status = Object.keys(three).map((name) => ({ name, count: 1 }));
    const upstream = { status, day: used, month: used, total: used };
    expect(assess('text', three, upstream, { grouped: true }).summary.average_risk_score).toBe(1 / 3);
    expect(assess('text', three, upstream).summary.average_risk_score).toBe(0.33);
  });

  it('are of text models only', () => {
    expect(assess('image', records, upstream, { grouped: true }).models).toHaveLength(3);
  });
});

describe('presets', () => {
  const month = { popular: 99_000, few: 9, fewer: 5, no_workers: 986 };
  const report = assess(
    'image',
    {
      popular: sound,
      few: sound,
      fewer: sound,
      no_workers: sound,
      hosted_elsewhere: { ...sound, ...downloads('https://a/b') },
      nameless: { ...sound, description: '' },
    },
    {
      status: ['popular', 'few', 'fewer', 'nameless'].map((name) => ({ name, count: 1 })),
      day: month,
      month,
      total: { ...month, nameless: 3 },
    },
  );

  it.each<[RiskPreset, string[]]>([
    ['deletion_candidates', ['no_workers', 'few', 'fewer', 'hosted_elsewhere', 'nameless']],
    ['zero_usage', ['hosted_elsewhere', 'nameless']],
    ['no_workers', ['no_workers', 'hosted_elsewhere']],
    ['missing_data', ['nameless']],
    ['host_issues', ['hosted_elsewhere']],
    ['critical', ['hosted_elsewhere']],
    ['low_usage', ['fewer', 'hosted_elsewhere', 'nameless']],
  ])('%s keeps %j', (preset, names) => {
    const kept = applyPreset(frozen(report), preset);
    const scores = kept.models.map(({ risk_score }) => risk_score);
    expect(kept.models.map(({ name }) => name)).toEqual(names);
    expect(kept).toMatchObject({
      category_total_month_usage: 100_000,
      total_count: 6,
      returned_count: names.length,
      offset: 0,
      limit: null,
    });
    expect(kept.summary).toMatchObject({
      total_models: names.length,
      average_risk_score: Number((scores.reduce((sum, score) => sum + score, 0) / scores.length).toFixed(2)),
      category_total_month_usage: kept.models.reduce((sum, { usage_month }) => sum + usage_month, 0),
    });
  });

  it('of nothing average to 0', () => {
    expect(applyPreset(assess('image', {}, {}), 'critical').summary.average_risk_score).toBe(0);
  });
});

it('has all parts of a report, in order', () => {
  const report = assess('image', { x: sound }, {});
  expect(Object.keys(report).join(' ')).toBe(
    'category category_total_month_usage unknown_usage total_count returned_count offset limit models summary',
  );
  expect(JSON.stringify(report.summary)).toBe(
    '{"total_models":1,"models_at_risk":1,"models_critical":1,"models_with_warnings":0,"models_with_zero_day_usage":1,' +
      '"models_with_zero_month_usage":1,"models_with_zero_total_usage":1,"models_with_no_active_workers":1,' +
      '"models_with_no_downloads":0,"models_with_non_preferred_hosts":0,"models_with_multiple_hosts":0,' +
      '"models_with_low_usage":0,"average_risk_score":4,"category_total_month_usage":0}',
  );
});
