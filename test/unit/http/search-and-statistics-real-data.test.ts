import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importRealData } from '../../support/real-data-app.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { startUsageApp, type UsageApp } from '../../support/usage-app.ts';

const v2 = '/api/model_references/v2';
const path = '/api/model_references/statistics';

const status = { jobs: 0, queued: 0, eta: 0, performance: 1, type: 'image' };
/** Two image models are used, all others are not. */
const answers = {
  status: [
    { ...status, name: 'stable_diffusion', count: 5 },
    { ...status, name: 'Deliberate', count: 2 },
  ],
  stats: {
    day: { stable_diffusion: 10, Deliberate: 3 },
    month: { stable_diffusion: 300, Deliberate: 100 },
    total: { stable_diffusion: 1000, Deliberate: 500 },
  },
  workers: [],
};

describeWithSharedData('over the real records', (folder) => {
  let service: UsageApp;
  beforeAll(async () => {
    service = await startUsageApp(answers);
    await importRealData(service.app, folder);
  });
  afterAll(() => service[Symbol.asyncDispose]());
  const get = async (url: string) => (await service.app.get(url)).json();

  describe('a search', () => {
    it.each([
      ['image_generation/search?nsfw=true', 82],
      ['image_generation/search?baseline=SDXL', 49],
      ['image_generation/search?inpainting=true', 8],
      ['image_generation/search?tags_any=anime&tags_any=cg', 27],
      ['image_generation/search?tags_all=anime&tags_all=booru', 5],
      ['image_generation/search?tags_none=anime', 134],
      ['image_generation/search?name_contains=DIFFUSION', 28],
      ['text_generation/search?quantized=true', 7],
      ['text_generation/search?tags_any=3B', 0],
      // No two records of the known data share a name, so that nothing is lost by merging them, as the Python
      // service does.
      ['search', 913],
      ['search?nsfw=false', 798],
    ])('%s finds %i', async (query, total) => {
      expect((await get(`${v2}/${query}`)).total).toBe(total);
    });

    it.each([
      ['sort_by=name', ['2DN', '526Mix-Animated', 'A-Zovya RPG Inpainting']],
      [
        'sort_by=name&sort_desc=true',
        ['waifu_diffusion', 'stable_diffusion_inpainting', 'stable_diffusion_2.1'],
      ],
      [
        'sort_by=size_on_disk_bytes&sort_desc=true',
        ['Deliberate 3.0', 'Flux.1-Schnell fp8 (Compact)', 'Stable Cascade 1.0'],
      ],
      ['sort_by=nsfw', ['stable_diffusion_2.1', 'stable_diffusion', 'waifu_diffusion']],
    ])('of images with %s begins with %j', async (query, expected) => {
      const { results } = await get(`${v2}/image_generation/search?limit=3&${query}`);
      expect(results.map(({ name }: { name: string }) => name)).toEqual(expected);
    });

    it('pages through every record of every category as it is stored', async () => {
      const pages: string[] = [];
      for (let offset = 0; offset < 913; offset += 100) {
        const { results } = await get(`${v2}/search?limit=100&offset=${offset}`);
        pages.push(...results.map((record: object) => JSON.stringify(record)));
      }
      const stored: string[] = [];
      for (const category of await get(`${v2}/model_categories`)) {
        const answer = await service.app.get(`${v2}/${category}`);
        if (answer.statusCode === 200)
          stored.push(...Object.values(answer.json()).map((one) => JSON.stringify(one)));
      }
      expect(pages).toEqual(stored);
    });
  });

  describe('statistics', () => {
    it('of images', async () => {
      const known = await get(`${path}/image_generation`);
      expect(known).toMatchObject({
        total_models: 161,
        nsfw_count: 82,
        sfw_count: 79,
        download_stats: {
          total_models_with_downloads: 161,
          total_download_entries: 162,
          total_size_bytes: 700_483_908_653,
          models_with_size_info: 160,
          average_size_bytes: 4_378_024_429.08,
          hosts: { 'huggingface.co': 153, 'civitai.com': 9 },
        },
        models_with_trigger_words: 24,
        models_with_inpainting: 8,
        models_with_requirements: 29,
        models_with_showcases: 73,
      });
      const shares = Object.values(known.baseline_distribution).map((one) => Object.values(one as object));
      expect(shares).toEqual([
        ['stable_diffusion_1', 106, 65.84],
        ['stable_diffusion_xl', 49, 30.43],
        ['stable_diffusion_2_768', 4, 2.48],
        ['stable_cascade', 1, 0.62],
        ['flux_1', 1, 0.62],
      ]);
      const counts = (list: { tag: string; count: number }[]) => list.map(({ tag, count }) => [tag, count]);
      expect(counts(known.top_tags).slice(0, 5)).toEqual([
        ['anime', 27],
        ['booru', 6],
        ['character', 6],
        ['hentai', 6],
        ['retro', 3],
      ]);
      expect(counts(known.top_styles)).toEqual([
        ['anime', 56],
        ['realistic', 34],
        ['artistic', 32],
        ['generalist', 24],
        ['other', 8],
        ['furry', 7],
      ]);
    });

    // The Python service reads the wrong key and says that no text model tells its parameters.
    it('of text models', async () => {
      const known = await get(`${path}/text_generation`);
      expect(known).toMatchObject({ total_models: 719, nsfw_count: 0, models_without_param_info: 0 });
      expect(Object.keys(known.baseline_distribution)).toHaveLength(51);
      expect(known.top_tags[0]).toEqual({ tag: 'roleplay', count: 100, percentage: 13.91 });
      expect(known.parameter_buckets.length).toBe(8);
      expect((await get(`${path}/text_generation?group_text_models=true`)).total_models).toBe(419);
    });
  });

  describe('deletion risk', () => {
    // The Python service gives the 159 unused models one flag each, no_active_workers (average score 1.04),
    // and calls none critical. Here each also has its three zero-usage flags and low_usage, and is critical:
    // (159 × 5 + 9) ÷ 161 = 4.99.
    it('of images', async () => {
      const { models, summary } = await get(`${path}/image_generation/deletion-risk`);
      expect(models[0]).toMatchObject({
        name: 'stable_diffusion',
        worker_count: 5,
        usage_percentage_of_category: 75,
        usage_trend: { day_to_month_ratio: 0.03333333333333333, month_to_total_ratio: 0.3 },
        cost_benefit_score: 75.52,
        size_gb: 3.97,
        risk_score: 0,
      });
      expect(summary).toMatchObject({
        total_models: 161,
        models_at_risk: 159,
        models_critical: 159,
        models_with_no_active_workers: 159,
        models_with_non_preferred_hosts: 9,
        average_risk_score: 4.99,
        category_total_month_usage: 400,
      });
    });

    it('of one page of those with host issues', async () => {
      const page = await get(`${path}/image_generation/deletion-risk?preset=host_issues&limit=1&offset=1`);
      expect(page).toMatchObject({ total_count: 9, returned_count: 1, offset: 1, limit: 1 });
      expect(page.summary.category_total_month_usage).toBe(0);
    });

    it('of groups of text models', async () => {
      for (let call = 0; call < 2; call += 1) {
        const grouped = await get(`${path}/text_generation/deletion-risk?group_text_models=true`);
        expect(grouped).toMatchObject({ total_count: 719, returned_count: 419 });
      }
    });
  });

  it('popular are those that are used, then the others', async () => {
    const ranking = await get(`${v2}/image_generation/popular?sort_by=usage_month&limit=3`);
    expect(ranking.map(({ name }: { name: string }) => name)).toEqual([
      'stable_diffusion',
      'Deliberate',
      'stable_diffusion_2.1',
    ]);
  });
});
