import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { categoryNames } from '../../support/categories.ts';

const v1 = '/api/model_references/v1';
const v2 = '/api/model_references/v2';
const description = 'Makes pictures. '.repeat(40);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('image_generation', {
    name: 'Picture',
    baseline: 'stable_diffusion_1',
    nsfw: false,
    description,
  });
  await app.seed(
    'text_generation',
    { name: 'north/Marx-3B-V3', parameters: 3e9, baseline: 'llama', description },
    { name: 'south/Marx-13B', parameters: 13e9, tags: ['story'], nsfw: true },
    { name: 'gpt2', parameters: 124_000_000 },
  );
  await app.seed('lora', { name: 'a lora' });
  await app.seed('video_generation', { name: 'a video' });
  await app.settled();
});
afterAll(() => app[Symbol.asyncDispose]());

describe('a category in the legacy format', () => {
  it('has the records of v2 in their old shape', async () => {
    const answer = await app.get(`${v1}/image_generation`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      Picture: {
        name: 'Picture',
        baseline: 'stable diffusion 1',
        type: 'ckpt',
        inpainting: false,
        description,
        tags: [],
        showcases: [],
        trigger: [],
        nsfw: false,
        config: { files: [], download: [] },
      },
    });
    expect(answer.body).toBe(JSON.stringify(answer.json()));
  });

  it.each([
    ['image_generation', ['image_generation.json', 'stable_diffusion', 'stable_diffusion.json']],
    ['text_generation', ['text_generation.json', 'db.json']],
  ])('%s is the same under %j', async (category, aliases) => {
    const { body, headers } = await app.get(`${v1}/${category}`);
    for (const alias of aliases) {
      const answer = await app.get(`${v1}/${alias}`);
      expect([alias, answer.statusCode, answer.body, answer.headers.etag]).toEqual([
        alias,
        200,
        body,
        headers.etag,
      ]);
    }
  });

  it.each(['lora', 'ti', 'lora.json', 'ti.json', 'diffusers.json'])(
    '%s is an empty object, whatever v2 has',
    async (name) => {
      const answer = await app.get(`${v1}/${name}`);
      expect([answer.statusCode, answer.body, typeof answer.headers.etag]).toEqual([200, '{}', 'string']);
    },
  );

  it.each(['clip', 'clip.json', 'video_generation', 'audio_generation'])(
    '%s has nothing: 404',
    async (name) => {
      const answer = await app.get(`${v1}/${name}`);
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        { detail: `Model category '${name}' not found or is empty` },
      ]);
    },
  );

  it.each(['nonsense', 'db', 'Clip', 'clip.json.json', 'stable_diffusion_xl', 'constructor'])(
    '%s is no category: 404',
    async (name) => {
      const answer = await app.get(`${v1}/${name}`);
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        { detail: `Model category '${name}' not found` },
      ]);
    },
  );
});

describe('include_group', () => {
  const read = async (query: string) => app.get(`${v1}/text_generation${query}`);

  it('adds group and summary to every entry, and counts each model once', async () => {
    const plain = (await read('')).json<Record<string, JsonObject>>();
    const grouped = (await read('?include_group=true')).json<Record<string, JsonObject>>();
    expect(Object.keys(grouped)).toEqual(Object.keys(plain));
    for (const [
      name,
      { text_model_group: group, text_model_group_summary: summary, ...entry },
    ] of Object.entries(grouped)) {
      expect(entry).toEqual(plain[name]);
      expect([name, group]).toEqual([name, name.endsWith('gpt2') ? 'gpt2' : 'Marx']);
      expect(summary).toEqual(
        grouped[group === 'gpt2' ? 'gpt2' : 'south/Marx-13B']?.text_model_group_summary,
      );
    }
    expect(grouped['koboldcpp/Marx-13B']?.text_model_group_summary).toEqual({
      member_count: 2,
      available_sizes: ['13B', '3B'],
      available_quants: [],
      common_baseline: 'llama',
      any_nsfw: true,
      any_has_description: true,
      merged_tags: ['13B', '3B', 'story'],
      name_format: {
        separator: '-',
        part_order: ['base', 'size', 'version'],
        author_included: true,
        common_author: null,
        template: '{author}/{base}-{size}-{version}',
      },
    });
  });

  it.each([
    ['?include_group=no', false],
    ['?other=1', false],
    ['?include_group=YES', true],
    ['?include_group=0&include_group=on', true],
  ])('%s: %s', async (query, isOn) => {
    expect((await read(query)).body.includes('text_model_group_summary')).toBe(isOn);
  });

  it('is refused when it is neither', async () => {
    const answer = await read('?include_group=perhaps');
    expect(answer.statusCode).toBe(422);
    expect(answer.json().detail).toMatchObject([{ type: 'bool_parsing', loc: ['query', 'include_group'] }]);
  });

  it('means nothing under other names and to other categories', async () => {
    for (const name of ['db.json', 'text_generation.json', 'image_generation']) {
      expect((await app.get(`${v1}/${name}?include_group=true`)).body).not.toContain('text_model_group');
    }
  });

  it('is made once for all that is stored, and anew when that changes', async () => {
    const path = `${v1}/text_generation?include_group=true`;
    const etag = String((await app.get(path)).headers.etag);
    const known = { headers: { 'if-none-match': etag } };
    expect((await app.get(path, known)).statusCode).toBe(304);
    await app.seed('text_generation', { name: 'b/Marx-7B', parameters: 7e9 });
    const after = await app.get(path, known);
    expect(after.statusCode).toBe(200);
    expect(after.json()['south/Marx-13B'].text_model_group_summary.member_count).toBe(3);
  });
});

it.each(['image_generation', 'text_generation?include_group=true'])(
  'legacy bodies are ready, compressed and with an ETag: %s',
  async (name) => {
    const path = `${v1}/${name}`;
    await app.compressed(path);
    const { body: plain, headers } = await app.get(path);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, no-cache',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    const again = await app.get(path, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const zipped = await app.get(path, { headers: { 'accept-encoding': 'gzip' } });
    const brotli = await app.get(path, { headers: { 'accept-encoding': 'br' } });
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain);
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain);
  },
);

describe('both versions show the same models', () => {
  it('from the moment in which an apply is answered', async () => {
    const name = 'ViT-L/14';
    await app.seed('clip', { name, description: 'first', pretrained_name: 'openai' });
    expect((await app.get(`${v1}/clip`)).json()[name]).toMatchObject({ type: 'clip', description: 'first' });
    const path = `/clip/model/${encodeURIComponent(name)}`;
    const update = await app.propose('PUT', path, { name, description: 'second' });
    await app.approve(update);
    expect((await app.get(`${v1}/clip`)).json()[name].description).toBe('first');
    await app.apply(update);
    const legacy = (await app.get(`${v1}/clip`)).json()[name];
    expect(legacy).toMatchObject({ description: 'second' });
    expect(legacy).not.toHaveProperty('pretrained_name');
    const removal = await app.propose('DELETE', path);
    await app.approve(removal);
    await app.apply(removal);
    for (const version of [v1, v2]) expect((await app.get(`${version}/clip`)).statusCode).toBe(404);
  });
});

describe('the lists of the legacy API', () => {
  it('name the categories in their order', async () => {
    const answer = await app.get(`${v1}/model_categories`);
    expect([answer.statusCode, answer.json()]).toEqual([200, categoryNames]);
  });

  it('tell what the version is', async () => {
    const answer = await app.get(`${v1}/info`);
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: expect.stringContaining('v1') }]);
  });
});

describe('the metadata of the legacy API', () => {
  const paths = ['last_updated', 'metadata', 'clip', 'clip/last_updated'].map(
    (end) => `${v1}/metadata/${end}`,
  );

  it('is there where v1 is canonical', async () => {
    await using legacy = await startTestApp({ settings: { canonicalFormat: 'legacy' } });
    const answers = await Promise.all(paths.map((path) => legacy.get(path)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const [latest, all, clip, clipUpdated] = answers.map((answer) => answer.json());
    expect(Object.keys(all)).toEqual(categoryNames);
    expect(clip).toEqual(all.clip);
    expect(clipUpdated).toEqual({ category: 'clip', last_updated: clip.last_updated });
    expect(latest).toEqual({ last_updated: clip.last_updated });
    for (const end of ['stable_diffusion', 'clip.json', 'nonsense', 'nonsense/last_updated']) {
      expect([end, (await legacy.get(`${v1}/metadata/${end}`)).statusCode]).toEqual([end, 404]);
    }
  });

  it('is 503 throughout on a replica that has no copy yet', async () => {
    await using replica = await startTestApp({ settings: { replicateMode: 'REPLICA' } });
    for (const category of ['ti', 'clip']) {
      expect((await replica.get(`${v1}/${category}`)).statusCode).toBe(503);
    }
  });
});
