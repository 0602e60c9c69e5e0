import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { contentHash } from '../../../src/records/hash.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';

const v2 = '/api/model_references/v2';
const config = (file_url: string) => ({
  download: [{ file_name: 'model', file_url, sha256sum: 'a'.repeat(64) }],
});

const images = [
  { name: 'Zebra Diffusion', baseline: 'stable_diffusion_1', nsfw: false, tags: ['anime', 'cg'] },
  { name: 'apple', baseline: 'stable_diffusion_xl', nsfw: true, tags: ['anime'], inpainting: true },
  { name: 'Mango', baseline: 'stable_diffusion_xl', nsfw: false, size_on_disk_bytes: 200 },
  { name: 'kiwi diffusion', baseline: 'flux_1', nsfw: true, tags: ['cg', '3d'], size_on_disk_bytes: 100 },
  { name: 'search', baseline: 'flux_1', nsfw: false, config: config('https://example.org/é?a=1') },
];
const texts = [
  { name: 'north/Marx-3B-V3', parameters: 3e9, nsfw: true, tags: ['story'] },
  { name: 'south/Marx-13B-Q4_K_M', parameters: 13e9 },
  { name: 'gpt2', parameters: 124_000_000, settings: { temperature: 0.7 } },
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('image_generation', ...images);
  await app.seed('text_generation', ...texts);
  await app.seed('clip', { name: 'apple', description: 'a clip model' });
});
afterAll(() => app[Symbol.asyncDispose]());

const found = async (path: string): Promise<string[]> => {
  const answer = await app.get(v2 + path);
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
  return answer.json().results.map(({ name }: { name: string }) => name);
};

const stored = async (category: string, name: string): Promise<string> =>
  (await app.get(`${v2}/${category}/model/${encodeURIComponent(name)}`)).body;

describe('a search of a category', () => {
  const image = '/image_generation/search';
  const text = '/text_generation/search';
  it.each([
    [image, ['Zebra Diffusion', 'apple', 'Mango', 'kiwi diffusion', 'search']],
    [`${image}?nsfw=yes`, ['apple', 'kiwi diffusion']],
    [`${image}?nsfw=0`, ['Zebra Diffusion', 'Mango', 'search']],
    [`${image}?baseline=stable_diffusion_xl`, ['apple', 'Mango']],
    [`${image}?baseline=stable+diffusion+xl`, ['apple', 'Mango']],
    [`${image}?baseline=STABLE_DIFFUSION_XL`, []],
    [`${image}?baseline=`, []],
    [`${image}?inpainting=true`, ['apple']],
    [`${image}?inpainting=false`, ['Zebra Diffusion', 'Mango', 'kiwi diffusion', 'search']],
    [`${image}?tags_any=anime&tags_any=3d`, ['Zebra Diffusion', 'apple', 'kiwi diffusion']],
    [`${image}?tags_any=ANIME`, []],
    [`${image}?tags_all=anime&tags_all=cg`, ['Zebra Diffusion']],
    [`${image}?tags_none=anime`, ['Mango', 'kiwi diffusion', 'search']],
    [`${image}?tags_any=cg&tags_none=anime&nsfw=true`, ['kiwi diffusion']],
    [`${image}?name_contains=DIFFusion`, ['Zebra Diffusion', 'kiwi diffusion']],
    [`${image}?sort_by=name`, ['Mango', 'Zebra Diffusion', 'apple', 'kiwi diffusion', 'search']],
    [`${image}?sort_by=name&sort_desc=true&limit=2`, ['search', 'kiwi diffusion']],
    // Without a value: last ascending, first descending, in stored order both times.
    [
      `${image}?sort_by=size_on_disk_bytes`,
      ['kiwi diffusion', 'Mango', 'Zebra Diffusion', 'apple', 'search'],
    ],
    [
      `${image}?sort_by=size_on_disk_bytes&sort_desc=1`,
      ['Zebra Diffusion', 'apple', 'search', 'Mango', 'kiwi diffusion'],
    ],
    [`${image}?sort_by=nsfw&limit=3`, ['Zebra Diffusion', 'Mango', 'search']],
    [`${image}?sort_by=metadata__created_at&limit=1`, ['Zebra Diffusion']],
    [`${image}?limit=2&offset=1`, ['apple', 'Mango']],
    [`${image}?offset=5`, []],
    [`${image}?offset=9007199254740991&limit=500`, []],
    [`${image}?source=any&limit=1`, ['Zebra Diffusion']],
    // These are about the names of text models, and say nothing here.
    [`${image}?backend=nonsense&quantized=true&exclude_backend_variations=true&limit=1`, ['Zebra Diffusion']],
    [`${text}?quantized=true`, ['south/Marx-13B-Q4_K_M']],
    [`${text}?quantized=false`, ['north/Marx-3B-V3', 'gpt2']],
    [`${text}?backend=koboldcpp`, []],
    [`${text}?exclude_backend_variations=true`, texts.map(({ name }) => name)],
    [`${text}?sort_by=parameters`, ['gpt2', 'north/Marx-3B-V3', 'south/Marx-13B-Q4_K_M']],
    [`${text}?sort_by=parameters_count&limit=1`, ['gpt2']],
    [`${text}?sort_by=settings__temperature&limit=1`, ['gpt2']],
    [`${text}?nsfw=true`, ['north/Marx-3B-V3']],
  ])('%s finds %j', async (path, expected) => {
    expect(await found(path)).toEqual(expected);
  });

  it('says where the page stands', async () => {
    const page = async (query: string) => {
      const { results: _results, ...place } = (await app.get(`${v2}${image}${query}`)).json();
      return place;
    };
    expect(await page('')).toEqual({ total: 5, offset: 0, limit: 50, has_more: false });
    expect(await page('?limit=2&offset=2')).toEqual({ total: 5, offset: 2, limit: 2, has_more: true });
    expect(await page('?limit=3&offset=2')).toEqual({ total: 5, offset: 2, limit: 3, has_more: false });
    expect(await page('?nsfw=true&limit=1')).toEqual({ total: 2, offset: 0, limit: 1, has_more: true });
    expect(await page('?offset=77')).toEqual({ total: 5, offset: 77, limit: 50, has_more: false });
  });

  it('answers the records byte for byte as they are stored', async () => {
    const { body } = await app.get(`${v2}${image}?sort_by=name&limit=5`);
    const records = await Promise.all(
      ['Mango', 'Zebra Diffusion', 'apple', 'kiwi diffusion', 'search'].map((name) =>
        stored('image_generation', name),
      ),
    );
    expect(body).toBe(`{"results":[${records.join(',')}],"total":5,"offset":0,"limit":5,"has_more":false}`);
  });

  it('of a category without models is an empty page', async () => {
    const empty = { results: [], total: 0, offset: 0, limit: 50, has_more: false };
    for (const path of ['lora/search', 'esrgan/search?sort_by=name&sort_desc=on']) {
      const answer = await app.get(`${v2}/${path}`);
      expect([path, answer.statusCode, answer.json()]).toEqual([path, 200, empty]);
    }
  });

  it.each(['', '&sort_by=name', '&sort_by=nsfw&sort_desc=true', '&name_contains=a'])(
    'has pages that join to the whole, with%s',
    async (query) => {
      const whole = await found(`${image}?limit=500${query}`);
      for (const limit of [1, 2, 3]) {
        const pages: string[] = [];
        for (let offset = 0; offset < whole.length; offset += limit) {
          pages.push(...(await found(`${image}?limit=${limit}&offset=${offset}${query}`)));
        }
        expect(pages).toEqual(whole);
      }
    },
  );

  it('leaves a model that is called search where it is', async () => {
    expect(JSON.parse(await stored('image_generation', 'search')).name).toBe('search');
  });
});

it('an image that says null of inpainting is found among those that are not for it', async () => {
  await using own = await startTestApp();
  const said = { name: 'silent', baseline: 'flux_1', nsfw: false, inpainting: null };
  await own.seed('image_generation', said, { ...said, name: 'for it', inpainting: true });
  const namesOf = async (flag: boolean) => {
    const page = await own.get(`${v2}/image_generation/search?inpainting=${flag}`);
    return page.json().results.map(({ name }: { name: string }) => name);
  };
  expect([await namesOf(false), await namesOf(true)]).toEqual([['silent'], ['for it']]);
});

describe('a search that sorts', () => {
  let own: TestApp;
  beforeAll(async () => {
    own = await startTestApp();
    // Past the API, which sets `metadata` itself.
    const store = async (category: string, records: readonly ({ name: string } & JsonObject)[]) => {
      await own.store.write(async (tx) => {
        for (const record of records) {
          const v2 = JSON.stringify(record);
          const texts = { v2, v2_hash: contentHash(v2), legacy: null, legacy_hash: null };
          await modelStore(tx).put({ category, name: record.name, ...texts }, 1);
        }
      });
      await own.service.context.catalog.refresh([category]);
    };
    await store('image_generation', [
      { name: 'one', version: '10', size_on_disk_bytes: 9, tags: ['b'], metadata: { created_at: 2 } },
      { name: 'two', version: '9', size_on_disk_bytes: 10, tags: ['a', 'z'] },
      { name: 'three', version: '10', tags: [], metadata: { created_at: 1 } },
      { name: 'four', version: '\uffee', size_on_disk_bytes: 9, tags: ['a'] },
      { name: 'five', version: '😀', size_on_disk_bytes: 9, requirements: { clip_skip: 2 } },
    ]);
    const free = [['b'], 'b', 2, ['a', 'c'], true, 'a', null, ['a', null]];
    await store(
      'text_generation',
      free.map((x, at) => ({ name: `${at}`, settings: { x } })),
    );
  });
  afterAll(() => own[Symbol.asyncDispose]());

  it.each([
    ['size_on_disk_bytes', '', ['one', 'four', 'five', 'two', 'three']],
    ['size_on_disk_bytes', '&sort_desc=true', ['three', 'two', 'one', 'four', 'five']],
    ['version', '', ['one', 'three', 'two', 'four', 'five']],
    ['version', '&sort_desc=true', ['five', 'four', 'two', 'one', 'three']],
    ['tags', '', ['three', 'four', 'two', 'one', 'five']],
    ['metadata__created_at', '', ['three', 'one', 'two', 'four', 'five']],
    ['metadata__created_at', '&sort_desc=true', ['two', 'four', 'five', 'one', 'three']],
    ['requirements__clip_skip', '', ['five', 'one', 'two', 'three', 'four']],
    ['homepage', '&sort_desc=true', ['one', 'two', 'three', 'four', 'five']],
  ])('by %s%s', async (by, order, names) => {
    const { results } = (await own.get(`${v2}/image_generation/search?sort_by=${by}${order}`)).json();
    expect(results.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it('puts numbers before strings before lists, where a free key has all of them', async () => {
    const { results } = (await own.get(`${v2}/text_generation/search?sort_by=settings__x`)).json();
    const values = results.map(({ settings }: { settings: { x: unknown } }) => settings.x);
    expect(values).toEqual([true, 2, 'a', 'b', ['a', null], ['a', 'c'], ['b'], null]);
  });
});

describe('a search that cannot be', () => {
  const refused = async (path: string) => {
    const answer = await app.get(v2 + path);
    return [answer.statusCode, answer.json().detail];
  };

  it.each([
    ['/constructor/search', 404, "Model category 'constructor' not found"],
    ['/nonsense/search?limit=0', 404, "Model category 'nonsense' not found"],
    [
      '/clip/search?nsfw=true',
      400,
      "Filter not supported for this category: Field 'nsfw' does not exist on ClipModelRecord. Valid filters: name_contains",
    ],
    [
      '/text_generation/search?inpainting=true',
      400,
      "Filter not supported for this category: Field 'inpainting' does not exist on TextGenerationModelRecord. " +
        'Valid filters: nsfw, baseline, tags_any, tags_all, tags_none, name_contains',
    ],
    [
      '/text_generation/search?backend=vllm',
      400,
      "Unknown backend 'vllm'. Valid backends: aphrodite, koboldcpp",
    ],
    [
      '/clip/search?source=civitai',
      400,
      "Unknown source: No provider registered under source id 'civitai'. Valid sources: horde, any",
    ],
  ])('%s is %i: %s', async (path, status, detail) => {
    expect(await refused(path)).toEqual([status, detail]);
  });

  it.each([
    [
      '/image_generation/search?sort_by=config',
      "Field 'config' holds objects, which have no order",
      'baseline',
    ],
    ['/image_generation/search?sort_by=metadata__x', "There is no value to sort by at 'metadata__x'", 'name'],
    ['/clip/search?sort_by=name__length', "There is no value to sort by at 'name__length'", 'name'],
    ['/clip/search?sort_by=__proto__', "Field '__proto__' does not exist on ClipModelRecord", 'name'],
    [
      '/text_generation/search?sort_by=settings',
      "Field 'settings' holds objects, which have no order",
      'settings__<key>',
    ],
    ['/lora/search?sort_by=nope', "Field 'nope' does not exist on LoraModelRecord", 'name'],
    ['/search?sort_by=baseline', "Field 'baseline' does not exist on the records of every category", 'name'],
    ['/search?sort_by=config', "Field 'config' holds objects, which have no order", 'metadata__created_at'],
  ])('%s is 400, says why, and what is valid', async (path, reason, valid) => {
    const [status, detail] = await refused(path);
    expect(status).toBe(400);
    expect(detail).toMatch(/^Invalid sort_by field: /);
    expect(detail).toContain(`${reason}. Valid fields: `);
    expect(detail.split('Valid fields: ')[1].split(', ')).toContain(valid);
  });

  it.each([
    ['limit=0', 'limit', 'greater_than_equal', '0', { ge: 1 }],
    ['limit=501', 'limit', 'less_than_equal', '501', { le: 500 }],
    ['offset=-1', 'offset', 'greater_than_equal', '-1', { ge: 0 }],
    ['offset=1.5', 'offset', 'int_parsing', '1.5', undefined],
    ['nsfw=maybe', 'nsfw', 'bool_parsing', 'maybe', undefined],
    ['sort_desc=', 'sort_desc', 'bool_parsing', '', undefined],
  ])('?%s is 422', async (query, field, type, input, ctx) => {
    for (const path of ['/image_generation/search', '/search']) {
      const [status, problems] = await refused(`${path}?${query}`);
      expect(status).toBe(422);
      expect(problems).toEqual([
        { type, loc: ['query', field], msg: expect.any(String), input, ...(ctx && { ctx }) },
      ]);
    }
  });

  it.each(['inpainting', 'exclude_backend_variations', 'quantized'])('?%s=maybe is 422', async (field) => {
    const [status, problems] = await refused(`/image_generation/search?${field}=maybe`);
    expect(status).toBe(422);
    expect(problems).toMatchObject([{ type: 'bool_parsing', loc: ['query', field], input: 'maybe' }]);
  });

  it('says everything that is wrong at once', async () => {
    const [status, problems] = await refused('/clip/search?nsfw=x&limit=0&offset=-1');
    expect(status).toBe(422);
    expect(problems.map(({ loc }: { loc: string[] }) => loc[1])).toEqual(['nsfw', 'limit', 'offset']);
  });
});

describe('a search of all categories', () => {
  it.each([
    ['', [...images, ...texts, { name: 'apple' }].map(({ name }) => name)],
    // Two models of the same name in two categories are two models.
    ['?name_contains=Apple', ['apple', 'apple']],
    ['?nsfw=true', ['apple', 'kiwi diffusion', 'north/Marx-3B-V3']],
    ['?tags_any=story&tags_any=3d', ['kiwi diffusion', 'north/Marx-3B-V3']],
    ['?tags_all=anime', ['Zebra Diffusion', 'apple']],
    ['?tags_none=anime&name_contains=apple', ['apple']],
    ['?sort_by=name&limit=3', ['Mango', 'Zebra Diffusion', 'apple']],
    ['?sort_by=name&sort_desc=true&limit=1&offset=1', ['search']],
    ['?baseline=nothing&inpainting=x&source=nobody&backend=none&limit=1', ['Zebra Diffusion']],
  ])('%s finds %j', async (query, expected) => {
    expect(await found(`/search${query}`)).toEqual(expected);
  });

  it('answers the records as they are stored, with their category as record_type', async () => {
    const { body } = await app.get(`${v2}/search?name_contains=apple`);
    const records = [await stored('image_generation', 'apple'), await stored('clip', 'apple')];
    expect(body).toBe(`{"results":[${records.join(',')}],"total":2,"offset":0,"limit":50,"has_more":false}`);
  });
});

describe('what is found', () => {
  it('has a strong ETag that is the hash of the bytes, and answers 304 to it', async () => {
    for (const path of ['/image_generation/search?limit=2', '/search?limit=2']) {
      const { body, headers } = await app.get(v2 + path);
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'cache-control': 'public, no-cache',
        etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
      });
      const again = await app.get(v2 + path, { headers: { 'if-none-match': String(headers.etag) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      const head = await app.send('HEAD', v2 + path);
      expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, headers.etag, '']);
    }
  });

  it('is what is live, in the same moment', async () => {
    const path = '/gfpgan/search?sort_by=description';
    await app.seed('gfpgan', { name: 'one', description: 'b' }, { name: 'two', description: 'a' });
    expect(await found(path)).toEqual(['two', 'one']);
    const etag = String((await app.get(v2 + path)).headers.etag);
    const id = await app.propose('PUT', '/gfpgan/model/two', { name: 'two', description: 'c' });
    await app.approve(id);
    expect(await found(path)).toEqual(['two', 'one']);
    await app.apply(id);
    expect(await found(path)).toEqual(['one', 'two']);
    expect(await found('/search?name_contains=two')).toEqual(['two']);
    expect((await app.get(v2 + path, { headers: { 'if-none-match': etag } })).statusCode).toBe(200);
    const gone = await app.propose('DELETE', '/gfpgan/model/two');
    await app.approve(gone);
    await app.apply(gone);
    expect(await found(path)).toEqual(['one']);
    expect(await found('/search?name_contains=two')).toEqual([]);
  });

  it('is the same without the base path', async () => {
    expect((await app.get('/model_references/v2/search?limit=1')).json().total).toBeGreaterThan(8);
  });
});
