import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  categoryDeletionRiskResponse,
  categoryStatistics,
} from '../../../src/modules/insight/http-statistics.ts';
import { startUsageApp, type UsageApp } from '../../support/usage-app.ts';
import { noUsageData } from '../../support/usage-server.ts';
import { answers, images, texts } from './usage-samples.ts';

const path = '/api/model_references/statistics';

const start = async (settings = {}): Promise<UsageApp> => {
  const started = await startUsageApp(answers, { settings });
  await started.app.seed('image_generation', ...images);
  await started.app.seed('text_generation', ...texts);
  return started;
};

const read = async ({ app }: UsageApp, query: string) => {
  const answer = await app.get(`${path}/${query}`);
  return { status: answer.statusCode, body: answer.json(), age: answer.headers.age };
};

async function addImage({ app }: UsageApp, name: string): Promise<void> {
  await app.seed('image_generation', { name, baseline: 'flux_1', nsfw: false });
}

describe('the answers', () => {
  let service: UsageApp;
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service[Symbol.asyncDispose]());
  const get = (query: string) => read(service, query);

  it('count the models of a category', async () => {
    const { body } = await get('image_generation');
    expect(body).toEqual({
      category: 'image_generation',
      total_models: 3,
      returned_models: 3,
      offset: 0,
      limit: null,
      nsfw_count: 1,
      sfw_count: 2,
      baseline_distribution: {
        stable_diffusion_xl: { baseline: 'stable_diffusion_xl', count: 2, percentage: 66.67 },
        stable_diffusion_1: { baseline: 'stable_diffusion_1', count: 1, percentage: 33.33 },
      },
      download_stats: {
        total_models_with_downloads: 2,
        total_download_entries: 3,
        total_size_bytes: 2_147_483_648,
        models_with_size_info: 1,
        average_size_bytes: 2_147_483_648,
        hosts: { 'example.org': 1, 'example.com': 1, 'huggingface.co': 1 },
      },
      top_tags: [
        { tag: 'anime', count: 2, percentage: 66.67 },
        { tag: 'cg', count: 1, percentage: 33.33 },
      ],
      top_styles: [{ tag: 'anime', count: 2, percentage: 66.67 }],
      parameter_buckets: [],
      models_without_param_info: 0,
      models_with_trigger_words: 1,
      models_with_inpainting: 1,
      models_with_requirements: 0,
      models_with_showcases: 1,
      computed_at: 1_800_000_000,
    });
  });

  it.each([
    ['', 0, null, 3],
    ['?limit=2', 0, 2, 2],
    ['?offset=1', 1, null, 2],
    ['?offset=2&limit=7', 2, 7, 1],
    ['?offset=9', 9, null, 0],
    ['?limit=1&group_text_models=true', 0, 1, 1],
    ['', 0, null, 3],
  ])('echo the window %s, which changes nothing else', async (query, offset, limit, returned_models) => {
    const { body } = await get(`image_generation${query}`);
    expect(body).toMatchObject({ offset, limit, returned_models, total_models: 3, nsfw_count: 1 });
  });

  it('group text models, on every call', async () => {
    for (let call = 0; call < 2; call += 1) {
      expect((await get('text_generation?group_text_models=true')).body).toMatchObject({ total_models: 2 });
      expect((await get('text_generation')).body).toMatchObject({ total_models: 3 });
      const risks = (await get('text_generation/deletion-risk?group_text_models=true')).body;
      expect(risks.models).toMatchObject([{ usage_month: 50, usage_total: 240 }, {}]);
      expect((await get('text_generation/deletion-risk')).body.models).toHaveLength(3);
    }
  });

  it('are what the API document says', async () => {
    for (const [query, shape] of [
      ['image_generation', categoryStatistics],
      ['text_generation?group_text_models=1&limit=1', categoryStatistics],
      ['image_generation/deletion-risk', categoryDeletionRiskResponse],
      ['text_generation/deletion-risk?include_backend_variations=1', categoryDeletionRiskResponse],
    ] as const) {
      const { body } = await get(query);
      expect(shape.parse(body)).toEqual(body);
    }
  });

  it('rate models by what speaks against them', async () => {
    const { body, age } = await get('image_generation/deletion-risk');
    expect(age).toBe('0');
    const { models, summary, ...rest } = body;
    expect(rest).toEqual({
      category: 'image_generation',
      category_total_month_usage: 300,
      unknown_usage: [],
      total_count: 3,
      returned_count: 3,
      offset: 0,
      limit: null,
    });
    expect(models.map(({ name, risk_score }: Record<string, unknown>) => [name, risk_score])).toEqual([
      ['Busy', 0],
      ['Unused', 8],
      ['10', 6],
    ]);
    expect(models[0]).toMatchObject({ worker_count: 5, cost_benefit_score: 150, size_gb: 2, at_risk: false });
    expect(summary).toMatchObject({ total_models: 3, models_at_risk: 2, models_critical: 2 });
  });

  it.each([
    ['?preset=', ['Busy', 'Unused', '10']],
    ['?preset=deletion_candidates', ['Unused', '10']],
    ['?preset=zero_usage', ['Unused', '10']],
    ['?preset=no_workers', ['Unused', '10']],
    ['?preset=missing_data', ['Unused']],
    ['?preset=host_issues', ['Unused', '10']],
    ['?preset=critical', ['Unused', '10']],
    ['?preset=low_usage', ['Unused', '10']],
    ['?limit=1', ['Busy']],
    ['?offset=1&limit=1', ['Unused']],
    ['?preset=no_workers&offset=1&limit=5', ['10']],
    ['?offset=5', []],
  ])('of deletion-risk%s list %j', async (query, expected) => {
    const { body } = await get(`image_generation/deletion-risk${query}`);
    expect(body.models.map(({ name }: { name: string }) => name)).toEqual(expected);
    expect(body.returned_count).toBe(expected.length);
  });

  it('say how each backend serves a text model, when asked', async () => {
    const variationsIn = async (query: string) =>
      (await get(`text_generation/deletion-risk?${query}`)).body.models.map(
        ({ backend_variations }: { backend_variations: object[] | null }) =>
          backend_variations?.length ?? null,
      );
    expect(await variationsIn('include_backend_variations=true')).toEqual([1, 2, null]);
    expect(await variationsIn('')).toEqual([null, null, null]);
  });

  it.each([
    ['nonsense', 404, "Model category 'nonsense' not found"],
    ['nonsense/deletion-risk', 404, "Model category 'nonsense' not found"],
    ['lora', 404, "Category 'lora' not found or has no models"],
    [
      'clip/deletion-risk',
      400,
      'Deletion risk analysis is only supported for image_generation and text_generation categories',
    ],
    [
      'image_generation/deletion-risk?preset=bogus',
      400,
      "Invalid preset: Unknown preset: 'bogus'. Valid presets: deletion_candidates, zero_usage, no_workers, missing_data, " +
        'host_issues, critical, low_usage',
    ],
  ])('%s is %i: %s', async (query, status, detail) => {
    const answer = await get(query);
    expect([answer.status, answer.body]).toEqual([status, { detail }]);
  });

  it.each([
    ['limit=0', 'limit', 'greater_than_equal'],
    ['offset=-1', 'offset', 'greater_than_equal'],
    ['limit=x', 'limit', 'int_parsing'],
    ['group_text_models=x', 'group_text_models', 'bool_parsing'],
  ])('?%s is 422', async (query, field, type) => {
    for (const where of ['image_generation', 'image_generation/deletion-risk']) {
      const { status, body } = await get(`${where}?${query}`);
      expect([status, body.detail]).toMatchObject([422, [{ type, loc: ['query', field] }]]);
    }
  });
});

describe('with no models', () => {
  it('deletion-risk and with-stats are 404', async () => {
    await using service = await startUsageApp(answers);
    for (const what of ['deletion-risk', 'with-stats']) {
      const answer = await read(service, `image_generation/${what}`);
      expect([answer.status, answer.body]).toEqual([
        404,
        { detail: "Category 'image_generation' not found or has no models" },
      ]);
    }
  });
});

describe('answers are kept', () => {
  it('statistics for 300 s, but no longer than until the category changes; grouped ones not at all', async () => {
    await using service = await start();
    const computedAt = async (query: string) => (await read(service, query)).body.computed_at - 1_800_000_000;
    const grouped = 'text_generation?group_text_models=true';
    expect([await computedAt('text_generation'), await computedAt(grouped)]).toEqual([0, 0]);
    service.passSeconds(299);
    expect([await computedAt('text_generation'), await computedAt(grouped)]).toEqual([0, 299]);
    service.passSeconds(1);
    expect([await computedAt('text_generation'), await computedAt(grouped)]).toEqual([300, 300]);
    expect((await read(service, 'image_generation')).body.total_models).toBe(3);
    service.passSeconds(10);
    await addImage(service, 'new');
    const { body } = await read(service, 'image_generation');
    expect(body).toMatchObject({ total_models: 4, computed_at: 1_800_000_310 });
  });

  it('deletion risks for 300 s, which their age shows, but no longer than until the category changes', async () => {
    await using service = await start();
    const get = () => read(service, 'image_generation/deletion-risk');
    await get();
    const status = (answers.status as object[]).map((one) => ({ ...one, count: 1 }));
    service.usage.answers = { ...answers, status };
    service.passSeconds(299);
    expect(await get()).toMatchObject({ age: '299', body: { models: [{ worker_count: 5 }, {}, {}] } });
    service.passSeconds(1);
    expect(await get()).toMatchObject({ age: '0', body: { models: [{ worker_count: 1 }, {}, {}] } });
    service.passSeconds(10);
    await addImage(service, 'new');
    const { body, age } = await get();
    expect([body.total_count, age]).toEqual([4, '10']);
  });
});

const usePresets = ['deletion_candidates', 'zero_usage', 'no_workers', 'critical', 'low_usage'];

describe('an answer of the usage service without data', () => {
  const soundImages = ['first', 'second'].map((name) => ({
    name,
    baseline: 'flux_1',
    nsfw: false,
    description: 'Sound.',
    size_on_disk_bytes: 1_000_000,
    config: {
      download: [{ file_name: 'x', file_url: 'https://huggingface.co/x', sha256sum: 'a'.repeat(64) }],
    },
  }));
  const soundTexts = ['a/Sound-7B', 'b/Sound-8B'].map((name) => ({
    name,
    baseline: 'llama',
    description: 'Sound.',
    nsfw: false,
    parameters: 7e9,
  }));
  const startWith = async (given: object): Promise<UsageApp> => {
    const service = await startUsageApp({ ...noUsageData, ...given });
    await service.app.seed('image_generation', ...soundImages);
    await service.app.seed('text_generation', ...soundTexts);
    return service;
  };
  const zeros = { first: 0, second: 0, 'a/Sound-7B': 0 };
  const emptied = { day: zeros, month: zeros, total: zeros };
  const unserved = [...soundImages, ...soundTexts].map(({ name }) => ({
    ...(answers.status as object[])[0],
    name,
    count: 0,
    type: undefined,
  }));

  it.each([
    ['empty', {}],
    ['zero for every model', { status: unserved, stats: emptied }],
  ])('sets no flag of use where it is %s, and says that use is unknown', async (_, given) => {
    await using service = await startWith(given);
    for (const query of ['image_generation/', 'text_generation/', 'text_generation/?group_text_models=1']) {
      const risks = query.replace('/', '/deletion-risk');
      const { status, body, age } = await read(service, risks);
      expect([status, age]).toEqual([200, '0']);
      expect(body.unknown_usage).toEqual(['day', 'month', 'total', 'workers']);
      expect(body.models.length).toBeGreaterThan(0);
      for (const model of body.models)
        expect(model).toMatchObject({
          risk_score: 0,
          at_risk: false,
          is_critical: false,
          cost_benefit_score: null,
        });
      expect(body.summary).toMatchObject({ models_at_risk: 0, models_critical: 0, average_risk_score: 0 });
      for (const preset of usePresets) {
        const listed = await read(service, `${risks}${risks.includes('?') ? '&' : '?'}preset=${preset}`);
        expect([preset, listed.body.models]).toEqual([preset, []]);
      }
    }
    const { body } = await read(service, 'image_generation/with-stats');
    expect(body.first).toMatchObject({
      usage_stats: null,
      unknown_usage: ['day', 'month', 'total', 'workers'],
    });
  });

  it.each([
    ['day', { day: {} }, {}, ['zero_usage', 'no_workers', 'critical', 'low_usage']],
    ['month', { month: {} }, {}, ['no_workers']],
    ['total', { total: {} }, {}, ['zero_usage', 'no_workers', 'critical', 'low_usage']],
    ['workers', {}, { status: [] }, ['zero_usage', 'low_usage']],
  ])('that lacks only the figure %s says nothing of that alone', async (figure, periods, other, listing) => {
    const busy = { ...(answers.status as object[])[0], name: 'first' };
    const stats = { day: { first: 1 }, month: { first: 30 }, total: { first: 90 }, ...periods };
    await using service = await startWith({ status: [busy], stats, ...other });
    const { body } = await read(service, 'image_generation/deletion-risk');
    expect(body.unknown_usage).toEqual([figure]);
    const unused = body.models.find(({ name }: { name: string }) => name === 'second');
    expect(unused.deletion_risk_flags).toMatchObject({
      zero_usage_day: figure !== 'day',
      zero_usage_month: figure !== 'month',
      zero_usage_total: figure !== 'total',
      no_active_workers: figure !== 'workers',
      low_usage: figure !== 'month',
    });
    const lists: string[] = [];
    for (const preset of ['zero_usage', 'no_workers', 'critical', 'low_usage']) {
      const listed = await read(service, `image_generation/deletion-risk?preset=${preset}`);
      if (listed.body.models.some(({ name }: { name: string }) => name === 'second')) lists.push(preset);
    }
    expect(lists).toEqual(listing);
  });

  it('leaves the last good data standing, as old as it says, for as long as it lasts', async () => {
    await using service = await start();
    const risks = 'image_generation/deletion-risk';
    const before = await read(service, risks);
    service.usage.answers = noUsageData;
    service.passSeconds(100_000);
    const after = await read(service, risks);
    expect(after).toEqual({ ...before, age: '100000' });
    service.usage.answers = answers;
    service.passSeconds(300);
    await expect.poll(async () => (await read(service, risks)).age).toBe('0');
  });

  it('ranks no model, orders none by use, and is not noted as the use of a day', async () => {
    await using service = await startWith({});
    for (const metric of ['worker_count', 'usage_day', 'usage_month', 'usage_total']) {
      const popular = `/api/model_references/v2/image_generation/popular?sort_by=${metric}`;
      expect((await service.app.get(popular)).json()).toEqual([]);
    }
    const found = await service.app.get('/api/model_references/v2/find?order=usage');
    expect([found.statusCode, found.json().detail]).toEqual([
      503,
      expect.stringContaining('has no monthly usage for models of image_generation'),
    ]);
    service.usage.answers = {
      ...noUsageData,
      stats: { day: {}, month: { first: 3 }, total: { first: 9 } },
    };
    service.passSeconds(60);
    const popular = '/api/model_references/v2/image_generation/popular?sort_by=usage_month&limit=1';
    await expect
      .poll(async () => (await service.app.get(popular)).json())
      .toMatchObject([{ name: 'first', stats: { unknown_usage: ['day', 'workers'] } }]);
    expect((await service.app.get(popular.replace('usage_month', 'usage_day'))).json()).toEqual([]);
  });
});

describe('by settings', () => {
  it('answers are not kept, and other hosts are preferred', async () => {
    await using service = await start({
      statisticsCacheTtlSeconds: 0,
      deletionRiskCacheTtlSeconds: 0,
      preferredFileHosts: ['example.org'],
      textGenIgnoreDownloadHosts: false,
    });
    await read(service, 'image_generation');
    await read(service, 'image_generation/deletion-risk');
    service.passSeconds(61);
    expect((await read(service, 'image_generation')).body.computed_at).toBe(1_800_000_061);
    const { body, age } = await read(service, 'image_generation/deletion-risk');
    expect(age).toBe('0');
    const hosts = body.models.map(
      ({
        name,
        deletion_risk_flags: flags,
      }: {
        name: string;
        deletion_risk_flags: Record<string, boolean>;
      }) => [name, flags.has_non_preferred_host, flags.no_download_urls],
    );
    expect(hosts).toEqual([
      ['Busy', true, false],
      ['Unused', false, false],
      ['10', false, true],
    ]);
    const text = (await read(service, 'text_generation/deletion-risk?preset=host_issues')).body;
    expect(text.models).toHaveLength(3);
  });
});
