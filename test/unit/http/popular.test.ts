import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { modelUsageStats, popularModel } from '../../../src/modules/insight/http-usage-shapes.ts';
import { startUsageApp, type UsageApp } from '../../support/usage-app.ts';
import { answers, busyStatus, busyUsage, images, texts } from './usage-samples.ts';

const v2 = '/api/model_references/v2';
const statistics = '/api/model_references/statistics';

let service: UsageApp;
beforeAll(async () => {
  service = await startUsageApp(answers);
  await service.app.seed('image_generation', ...images);
  await service.app.seed('text_generation', ...texts);
  await service.app.seed('clip', { name: 'a clip model' });
});
afterAll(() => service[Symbol.asyncDispose]());

const get = async (path: string) => {
  const answer = await service.app.get(path);
  return { status: answer.statusCode, body: answer.json(), answer };
};

describe('popular models', () => {
  const ranked = async (query: string) =>
    (await get(`${v2}/${query}`)).body.map(({ name }: { name: string }) => name);

  it.each([
    // Nobody uses the others: they follow in stored order.
    ['image_generation/popular', ['Busy', 'Unused', '10']],
    ['image_generation/popular?limit=1', ['Busy']],
    ['image_generation/popular?include_workers=true', ['Busy', '10', 'Unused']],
    ['text_generation/popular', ['north/Marx-3B-V3', 'north/Marx-13B-V3', 'gpt2']],
    ['text_generation/popular?sort_by=worker_count', ['north/Marx-3B-V3', 'north/Marx-13B-V3', 'gpt2']],
    ['text_generation/popular?sort_by=usage_month', ['north/Marx-13B-V3', 'north/Marx-3B-V3', 'gpt2']],
    ['text_generation/popular?sort_by=usage_total', ['north/Marx-3B-V3', 'north/Marx-13B-V3', 'gpt2']],
    ['text_generation/popular?sort_by=usage_day', ['north/Marx-13B-V3', 'north/Marx-3B-V3', 'gpt2']],
  ])('%s: %j', async (query, expected) => {
    expect(await ranked(query)).toEqual(expected);
  });

  it('come with the stored record and with what is known of their usage', async () => {
    const { answer } = await get(`${v2}/image_generation/popular?limit=2`);
    const record = async (name: string) =>
      (await service.app.get(`${v2}/image_generation/model/${name}`)).body;
    const stats = JSON.stringify({ ...busyStatus, usage_stats: busyUsage, worker_count: 5 });
    expect(answer.body).toBe(
      `[{"name":"Busy","record":${await record('Busy')},"stats":${stats}},` +
        `{"name":"Unused","record":${await record('Unused')},"stats":{"worker_count":0}}]`,
    );
  });

  it('come with their workers when asked: then those are counted', async () => {
    const { body } = await get(`${v2}/image_generation/popular?include_workers=true&limit=1`);
    const worker = { performance: '0.6 megapixelsteps per second', online: true, trusted: false, uptime: 60 };
    expect(body[0].stats).toEqual({
      ...busyStatus,
      usage_stats: busyUsage,
      worker_summaries: {
        w1: { id: 'w1', name: 'One', ...worker },
        w2: { id: 'w2', name: 'Two', ...worker },
      },
      worker_count: 2,
    });
  });

  it('count each upstream name for one model', async () => {
    const { body } = await get(`${v2}/text_generation/popular`);
    expect(body.map(({ stats }: { stats: object }) => stats)).toMatchObject([
      { worker_count: 3, usage_stats: { day: 1, month: 15, total: 150 } },
      { worker_count: 0, usage_stats: { day: 2, month: 35, total: 90 } },
      { worker_count: 0 },
    ]);
  });

  it('are none where nobody counts', async () => {
    const asked = service.usage.asked.length;
    for (const category of ['clip', 'lora', 'esrgan', 'video_generation']) {
      expect((await service.app.get(`${v2}/${category}/popular`)).body).toBe('[]');
    }
    expect(service.usage.asked).toHaveLength(asked);
  });

  it.each([
    ['limit=0', 'limit', 'greater_than_equal'],
    ['limit=101', 'limit', 'less_than_equal'],
    ['sort_by=name', 'sort_by', 'literal_error'],
    ['include_workers=2', 'include_workers', 'bool_parsing'],
  ])('?%s is 422', async (query, field, type) => {
    for (const category of ['image_generation', 'clip']) {
      const { status, body } = await get(`${v2}/${category}/popular?${query}`);
      expect([status, body.detail]).toMatchObject([422, [{ type, loc: ['query', field] }]]);
    }
  });

  it('of an unknown category are 404', async () => {
    const { status, body } = await get(`${v2}/nonsense/popular`);
    expect([status, body]).toEqual([404, { detail: "Model category 'nonsense' not found" }]);
  });
});

it('answers are what the API document says, and have ETags', async () => {
  const everything = 'include_workers=true&include_backend_variations=true';
  for (const [path, shape] of [
    [`${v2}/image_generation/popular?include_workers=true`, z.array(popularModel)],
    [`${v2}/text_generation/popular`, z.array(popularModel)],
    [`${statistics}/image_generation/with-stats?${everything}`, z.record(z.string(), modelUsageStats)],
    [`${statistics}/text_generation/with-stats?${everything}`, z.record(z.string(), modelUsageStats)],
    [`${statistics}/image_generation`, z.any()],
    [`${statistics}/image_generation/deletion-risk`, z.any()],
  ] as const) {
    const { body, answer } = await get(path);
    expect(shape.parse(body)).toEqual(body);
    const headers = { 'if-none-match': String(answer.headers.etag) };
    expect([path, (await service.app.get(path, { headers })).statusCode]).toEqual([path, 304]);
  }
});

describe('models with their usage', () => {
  const path = `${statistics}/image_generation/with-stats`;
  /** As text: an object would have names that are numbers first. */
  const namesIn = (body: string) => [...body.matchAll(/"([^"]+)":\{"queued_jobs"/g)].map(([, name]) => name);

  it.each([
    ['', ['Unused', 'Busy', '10']],
    ['?sort_by=anything', ['Unused', 'Busy', '10']],
    ['?sort_by=name', ['Unused', 'Busy', '10']],
    ['?sort_by=name&sort_desc=false', ['10', 'Busy', 'Unused']],
    ['?sort_by=worker_count', ['Busy', 'Unused', '10']],
    ['?sort_by=worker_count&sort_desc=false', ['Unused', '10', 'Busy']],
    ['?sort_by=usage_month', ['Busy', 'Unused', '10']],
    ['?sort_by=usage_total', ['Busy', 'Unused', '10']],
    ['?min_worker_count=1', ['Busy']],
    ['?min_worker_count=1&include_workers=true', ['Busy', '10']],
    ['?min_worker_count=-1', ['Unused', 'Busy', '10']],
  ])('are all of them, in order: %s', async (query, expected) => {
    expect(namesIn((await service.app.get(path + query)).body)).toEqual(expected);
  });

  it('say null where nothing is known', async () => {
    const unknown = {
      queued_jobs: null,
      performance: null,
      eta: null,
      queued: null,
      usage_stats: null,
      worker_summaries: null,
      backend_variations: {},
      worker_count: 0,
      unknown_usage: [],
    };
    const { body, answer } = await get(path);
    expect(body.Unused).toEqual(unknown);
    expect(body.Busy).toEqual({ ...unknown, ...busyStatus, usage_stats: busyUsage, worker_count: 5 });
    expect(answer.headers.age).toBe('0');
  });

  it('say how each backend serves them, when asked', async () => {
    const { body } = await get(`${statistics}/text_generation/with-stats?include_backend_variations=true`);
    const variation = { performance: 1.5, queued: 30, queued_jobs: 2, eta: 10 };
    expect(body['north/Marx-3B-V3'].backend_variations).toEqual({
      aphrodite: {
        backend: 'aphrodite',
        variant_name: 'aphrodite/north/Marx-3B-V3',
        worker_count: 2,
        ...variation,
        usage_day: 0,
        usage_month: 5,
        usage_total: 50,
      },
      koboldcpp: {
        backend: 'koboldcpp',
        variant_name: 'koboldcpp/Marx-3B-V3',
        worker_count: 3,
        ...variation,
        usage_day: 1,
        usage_month: 10,
        usage_total: 100,
      },
    });
    expect(body.gpt2.backend_variations).toEqual({});
  });

  it.each([
    ['nonsense', 404, "Model category 'nonsense' not found"],
    ['clip', 400, 'Usage statistics are only supported for image_generation and text_generation categories'],
  ])('of %s are %i: %s', async (category, status, detail) => {
    const answer = await get(`${statistics}/${category}/with-stats`);
    expect([answer.status, answer.body]).toEqual([status, { detail }]);
  });

  it.each([
    ['min_worker_count=some', 'min_worker_count', 'int_parsing'],
    ['sort_desc=maybe', 'sort_desc', 'bool_parsing'],
  ])('?%s is 422', async (query, field, type) => {
    const { status, body } = await get(`${path}?${query}`);
    expect([status, body.detail]).toMatchObject([422, [{ type, loc: ['query', field] }]]);
  });
});
