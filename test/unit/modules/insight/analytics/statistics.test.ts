import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/kernel/json.ts';
import {
  Counts,
  countGroups,
  type Model,
  readCountedFacts,
} from '../../../../../src/modules/insight/analytics/counts.ts';
import { computeStatistics } from '../../../../../src/modules/insight/statistics.ts';
import { frozen } from './frozen.ts';

const image = { name: 'image_generation', usage: 'image' } as const;
const text = { name: 'text_generation', usage: 'text' } as const;
const plain = { grouped: false, now: 1_800_000_000 };
const grouped = { ...plain, grouped: true };

/** @param border where the first of two parts ends */
function countAndCompute(
  category: Parameters<typeof computeStatistics>[0],
  models: readonly Model[],
  { grouped, now }: typeof plain,
) {
  const counted = models.map(({ name, record }) => ({ name, facts: readCountedFacts(record) }));
  if (grouped && category.usage === 'text') return computeStatistics(category, countGroups(counted), now);
  const counts = new Counts();
  for (const { facts } of counted) counts.add(facts);
  return computeStatistics(category, counts, now);
}

/** Models named by their place. */
const models = (...records: JsonObject[]): Model[] =>
  frozen(records.map((record, at) => ({ name: String(record.name ?? `model ${at}`), record })));
const download = (...urls: unknown[]): JsonObject => ({
  config: { download: urls.map((file_url) => ({ file_url }) as JsonObject) },
});

describe('statistics', () => {
  it('rank baselines by how many models have them, ties as first seen', () => {
    const { baseline_distribution } = countAndCompute(
      image,
      models(
        { baseline: 'b' },
        { baseline: 'c' },
        { baseline: 'a' },
        { baseline: 'a' },
        { baseline: '' },
        {},
        {},
      ),
      plain,
    );
    expect(Object.entries(baseline_distribution)).toEqual([
      ['a', { baseline: 'a', count: 2, percentage: 28.57 }],
      ['b', { baseline: 'b', count: 1, percentage: 14.29 }],
      ['c', { baseline: 'c', count: 1, percentage: 14.29 }],
    ]);
  });

  it('count every occurrence of a tag, and list the 20 most frequent', () => {
    const many = Array.from({ length: 25 }, (_, at) => `tag${at}`);
    const { top_tags } = countAndCompute(
      image,
      models({ tags: many }, { tags: ['tag24', 'tag24'] }, {}),
      plain,
    );
    expect(top_tags.slice(0, 2)).toEqual([
      { tag: 'tag24', count: 3, percentage: 100 },
      { tag: 'tag0', count: 1, percentage: 33.33 },
    ]);
    expect(top_tags).toHaveLength(20);
  });

  it.each<[string, JsonObject[], Record<string, number>]>([
    ['nothing', [{}, { config: {} }, { config: { download: null } }, { config: 'x' }], {}],
    [
      'authorities as written',
      [
        download('https://user@huggingface.co:443/a?b'),
        download('HTTPS://Civitai.com', 'http://civitai.com/x'),
      ],
      { 'user@huggingface.co:443': 1, 'Civitai.com': 1, 'civitai.com': 1 },
    ],
    ['what is no URL', [download('', 'model.ckpt', '//host/x', 'https://', 7, 'https://[::1/x')], {}],
    ['frequent hosts first', [download('https://a/1', 'https://b/1', 'https://b/2')], { b: 2, a: 1 }],
  ])('hosts: %s', (_what, records, hosts) => {
    const { download_stats } = countAndCompute(image, models(...records), plain);
    expect(Object.entries(download_stats.hosts)).toEqual(Object.entries(hosts));
  });

  it('add up the sizes that are known', () => {
    const sizes = [10.9, 0, -5, 11, null, 'big'].map((size_on_disk_bytes) => ({ size_on_disk_bytes }));
    expect(countAndCompute(image, models(...sizes), plain).download_stats).toMatchObject({
      total_size_bytes: 21,
      models_with_size_info: 2,
      average_size_bytes: 10.5,
    });
  });

  it('sort text models into buckets by their parameters, under either name', () => {
    const edges = [1, 3e9 - 1, 3e9, 6e9, 9e9, 13e9, 20e9, 35e9, 70e9, 400e9];
    const records: JsonObject[] = edges.map((parameters) => ({ parameters }));
    const statistics = countAndCompute(
      text,
      models(...records, { parameters_count: 7e9 }, {}, { parameters: 0 }),
      plain,
    );
    expect(statistics.models_without_param_info).toBe(2);
    expect(statistics.parameter_buckets.map((bucket) => Object.values(bucket))).toEqual([
      ['< 3B', 0, 3e9, 2, 15.38],
      ['3B-6B', 3e9, 6e9, 1, 7.69],
      ['6B-9B', 6e9, 9e9, 2, 15.38],
      ['9B-13B', 9e9, 13e9, 1, 7.69],
      ['13B-20B', 13e9, 20e9, 1, 7.69],
      ['20B-35B', 20e9, 35e9, 1, 7.69],
      ['35B-70B', 35e9, 70e9, 1, 7.69],
      ['> 70B', 70e9, null, 2, 15.38],
    ]);
    expect(countAndCompute(image, models(...records), plain)).toMatchObject({
      parameter_buckets: [],
      models_without_param_info: 0,
    });
  });

  it('count what only image models have', () => {
    const full = { trigger: ['x'], inpainting: true, requirements: { clip_skip: 1 }, showcases: ['y'] };
    const none = { trigger: [], inpainting: false, requirements: {}, showcases: [] };
    const counted = (category: typeof image | typeof text) => {
      const {
        models_with_trigger_words,
        models_with_inpainting,
        models_with_requirements,
        models_with_showcases,
      } = countAndCompute(category, models(full, none, {}), plain);
      return [
        models_with_trigger_words,
        models_with_inpainting,
        models_with_requirements,
        models_with_showcases,
      ];
    };
    expect(counted(image)).toEqual([1, 1, 1, 1]);
    expect(counted(text)).toEqual([0, 0, 0, 1]);
  });

  it('of groups: the first member stands for its group, the others add their downloads', () => {
    const family = models(
      { name: 'a/X-7B', parameters: 7e9, baseline: 'first', ...download('https://a/1') },
      { name: 'Y', parameters: 1e9 },
      {
        name: 'b/X-70B-Instruct',
        parameters: 70e9,
        baseline: 'second',
        ...download('https://b/1', 'https://b/2'),
      },
    );
    expect(countAndCompute(text, family, grouped)).toMatchObject({
      total_models: 2,
      returned_models: 2,
      baseline_distribution: { first: { count: 1, percentage: 50 } },
      download_stats: { total_models_with_downloads: 1, total_download_entries: 3, hosts: { b: 2, a: 1 } },
      parameter_buckets: [{ bucket_label: '< 3B' }, { bucket_label: '6B-9B' }],
    });
    expect(countAndCompute(image, family, grouped).total_models).toBe(3);
  });
});
