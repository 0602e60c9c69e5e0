import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
import { importRealData } from '../../support/real-data-app.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { startUsageApp, type UsageApp } from '../../support/usage-app.ts';

const v2 = '/api/model_references/v2';
const hash = '6ce0161689b3853acaa03779ec93eafe75a02f4ced659bee03f50797806fa2fa';
const file = 'https://huggingface.co/acme/painter/resolve/main/painter.safetensors';

const images = [
  { name: 'Dreamshaper', baseline: 'stable_diffusion_1', nsfw: true, tags: ['anime'] },
  { name: 'Dream Shaper XL', baseline: 'stable_diffusion_xl', nsfw: false },
  {
    name: 'Painter',
    baseline: 'flux_1',
    nsfw: false,
    description: 'Better than Dreamshaper, says its author.',
    homepage: 'https://huggingface.co/acme/painter',
    config: { download: [{ file_name: 'painter.safetensors', file_url: file, sha256sum: hash }] },
  },
  { name: 'Sketch', baseline: 'flux_1', nsfw: false, tags: ['dreamshaper-like'] },
];
const texts = [
  { name: 'acme/magnum-v4-72b', parameters: 72e9, text_model_group: 'magnum' },
  { name: 'acme/magnum-v4-12b', parameters: 12e9, text_model_group: 'magnum' },
  { name: 'acme/72-bears', parameters: 1e9, text_model_group: 'bears' },
];
const month = { Painter: 7, Dreamshaper: 100, 'acme/magnum-v4-12b': 50 };
const used = { status: [], stats: { day: {}, month, total: {} }, workers: [] };

let service: UsageApp;
let app: TestApp;
beforeAll(async () => {
  service = await startUsageApp(used);
  ({ app } = service);
  await app.seed('image_generation', ...images);
  service.passSeconds(60);
  await app.seed('text_generation', ...texts);
  service.passSeconds(60);
  await app.seed('clip', { name: 'Shaper' });
});
afterAll(() => service?.[Symbol.asyncDispose]());

const find = async (query: Record<string, string>) => {
  const answer = await app.get(`${v2}/find?${new URLSearchParams(query)}`);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json() as {
    results: { category: string; name: string; found_by: string | null; record: { name: string } }[];
    total: number;
    has_more: boolean;
  };
};
const names = async (q: string, more: Record<string, string> = {}) =>
  (await find({ q, ...more })).results.map(({ name }) => name);

describe('models are found', () => {
  it.each([
    ['magnum 72b', ['acme/magnum-v4-72b']],
    ['72B MAGNUM', ['acme/magnum-v4-72b']],
    ['magnum-72b', ['acme/magnum-v4-72b']],
    ['magnum', ['acme/magnum-v4-72b', 'acme/magnum-v4-12b']],
    ['72', ['acme/72-bears', 'acme/magnum-v4-72b']],
    // By name, by a tag, by the description: in this order.
    ['dreamshaper', ['Dreamshaper', 'Dream Shaper XL', 'Sketch', 'Painter']],
    ['dream shaper', ['Dreamshaper', 'Dream Shaper XL', 'Sketch']],
    ['dreamshapr', ['Dreamshaper', 'Dream Shaper XL', 'Sketch']],
    ['clip shaper', ['Shaper']],
    ['shaper', ['Shaper', 'Dream Shaper XL', 'Dreamshaper', 'Sketch']],
    ['dreamshaper anime', ['Dreamshaper']],
    ['sdxl', ['Dream Shaper XL']],
    ['painter.safetensors', ['Painter']],
    ['no such thing', []],
    ['!?', []],
  ])('by words: %s', async (q, found) => {
    expect(await names(q)).toEqual(found);
  });

  it.each([
    [hash],
    [` sha256:${hash.toUpperCase()}\n`],
    [hash.slice(0, 10)],
    [file],
    [`${file}?download=true`],
    [file.replace('/resolve/', '/blob/')],
    [file.replace('https://', '')],
    ['https://huggingface.co/acme/painter'],
  ])('by what people paste: %s', async (q) => {
    expect(await names(q)).toEqual(['Painter']);
  });

  it('and none are, by an address or hash that none has', async () => {
    for (const q of ['0'.repeat(64), 'https://example.org/nobody.safetensors'])
      expect(await names(q)).toEqual([]);
  });

  it('under the aliases and families of their groups, as soon as these are there', async () => {
    expect(await names('opus')).toEqual([]);
    const group = `${v2}/text_generation`;
    const key = keys.approver;
    await app.send('PUT', `${group}/aliases/magnum`, { key, body: { aliases: ['Opusette'] } });
    expect(await names('opusete')).toEqual(['acme/magnum-v4-72b', 'acme/magnum-v4-12b']);
    expect((await find({ q: 'opusette 72b' })).results).toMatchObject([
      { name: 'acme/magnum-v4-72b', found_by: 'group' },
    ]);
    await app.send('DELETE', `${group}/aliases/magnum`, { key });
    expect(await names('opusette')).toEqual([]);

    // Of a group whose name in the records is itself an alias.
    await app.send('PUT', `${group}/aliases/Opusette`, { key, body: { aliases: ['magnum', 'Sonnetine'] } });
    await app.send('PUT', `${group}/families/Poemlike`, { key, body: { members: ['Opusette'] } });
    for (const q of ['opusette', 'sonnetine', 'poemlike'])
      expect(await names(q), q).toEqual(['acme/magnum-v4-72b', 'acme/magnum-v4-12b']);
    await app.send('DELETE', `${group}/families/Poemlike`, { key });
    await app.send('DELETE', `${group}/aliases/Opusette`, { key });
  });
});

test('it is said by what a model was found, and the record goes out as it is stored', async () => {
  const { results } = await find({ q: 'dreamshaper' });
  expect(results.map(({ category, found_by }) => [category, found_by])).toEqual([
    ['image_generation', 'name'],
    ['image_generation', 'name'],
    ['image_generation', 'label'],
    ['image_generation', 'description'],
  ]);
  const stored = await app.get(`${v2}/image_generation/model/Dreamshaper`);
  expect(results[0]?.record).toEqual(stored.json());
});

describe('the order', () => {
  it('is by use in a month, and those that nobody counts come last', async () => {
    expect((await names('', { order: 'usage' })).slice(0, 3)).toEqual([
      'Dreamshaper',
      'acme/magnum-v4-12b',
      'Painter',
    ]);
    expect((await names('', { order: 'usage' })).at(-1)).toBe('Shaper');
    expect(await names('magnum', { order: 'usage' })).toEqual(['acme/magnum-v4-12b', 'acme/magnum-v4-72b']);
  });

  it('is by when the record was made, the newest first', async () => {
    expect(await names('', { order: 'newest', limit: '2' })).toEqual(['Shaper', 'acme/magnum-v4-72b']);
  });
});

test('filters narrow what is found', async () => {
  expect(await names('dreamshaper', { nsfw: 'false' })).toEqual(['Dream Shaper XL', 'Sketch', 'Painter']);
  expect(await names('shaper', { category: 'clip' })).toEqual(['Shaper']);
  expect(await names('dreamshaper', { category: 'image_generation', baseline: 'SDXL' })).toEqual([
    'Dream Shaper XL',
  ]);
  expect(await names('', { tags_all: 'anime' })).toEqual(['Dreamshaper']);
});

test('pages follow each other', async () => {
  const all = await names('dreamshaper');
  const first = await find({ q: 'dreamshaper', limit: '3' });
  expect([first.total, first.has_more, first.results.length]).toEqual([4, true, 3]);
  expect(await names('dreamshaper', { limit: '3', offset: '3' })).toEqual(all.slice(3));
});

test('what is no query, or longer than any address, is refused', async () => {
  for (const [query, status] of [
    ['category=nosuch', 422],
    ['order=best', 422],
    ['baseline=flux_1', 400],
    ['category=clip&baseline=flux_1', 400],
    [`q=${'x'.repeat(2000)}`, 200],
    [`q=${'x'.repeat(2001)}`, 422],
  ] as const)
    expect([query, (await app.get(`${v2}/find?${query}`)).statusCode]).toEqual([query, status]);
});

test('without usage data the order by use is refused, and the others are not', async () => {
  await using down = await startUsageApp(used);
  down.usage.mood = 'forbidden';
  await down.app.seed('image_generation', images[0]!);
  expect((await down.app.get(`${v2}/find?order=usage`)).statusCode).toBe(503);
  expect((await down.app.get(`${v2}/find?q=dream`)).json().total).toBe(1);
});

test('what is written is found, and what is deleted is not any more', async () => {
  await app.seed('blip', { name: 'Ephemeral' });
  expect(await names('ephemeral')).toEqual(['Ephemeral']);
  await app.change('DELETE', '/blip/model/Ephemeral');
  expect(await names('ephemeral')).toEqual([]);
});

describeWithSharedData('in the real records', (folder) => {
  let real: UsageApp;
  beforeAll(async () => {
    real = await startUsageApp(used);
    await importRealData(real.app, folder);
  });
  afterAll(() => real?.[Symbol.asyncDispose]());

  it.each([
    ['magnum 72b', ['alpindale/magnum-72b-v1', 'anthracite-org/magnum-v4-72b']],
    ['dream shaper', ['Dreamshaper', 'DreamShaper XL', 'DreamShaper Inpainting']],
    ['dreamshapr', ['Dreamshaper', 'DreamShaper XL', 'DreamShaper Inpainting']],
    ['stable diffusion 1.5', ['stable_diffusion']],
    ['llama3 8b', ['meta-llama/Meta-Llama-3-8B']],
    ['abyss orange', ['Abyss OrangeMix', 'AbyssOrangeMix-AfterDark']],
    ['midjurney', ['Midjourney PaintArt']],
    ['mytho max 13b', ['Gryphe/MythoMax-L2-13b']],
    ['controlnet depth', ['control_depth', 'control_depth_sd2']],
    ['https://civitai.com/models/4384/dreamshaper', ['Dreamshaper', 'DreamShaper Inpainting']],
  ])('%s', async (q, first) => {
    const answer = await real.app.get(`${v2}/find?${new URLSearchParams({ q })}`);
    const found = answer.json().results.map(({ name }: { name: string }) => name);
    expect(found.slice(0, first.length)).toEqual(first);
  });
});
