import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';

const v2 = '/api/model_references/v2';
const v1 = '/api/model_references/v1';
const beta = { lifecycle: { state: 'beta', until: '2999-01-01' } };
const image = (name: string, baseline: string, more: object = {}) => ({
  name,
  baseline,
  nsfw: false,
  ...more,
});

let app: TestApp;

beforeAll(async () => {
  const uses = new Map([['flux', 7]]);
  const data = { status: [], stats: { day: uses, month: uses, total: uses }, workers: [] };
  const usage = {
    read: async () => ({ data, ageSeconds: 0, stale: false }),
    health: () => ({ degraded: false, consecutive_failures: 0, seconds_until_retry: null }),
  };
  app = await startTestApp({ overrides: { usage } });
  await app.seed('clip', { name: 'first' }, { name: 'trial', ...beta }, { name: 'last' });
  await app.seed('safety_checker', { name: 'only', ...beta });
  await app.seed(
    'image_generation',
    image('old', 'stable_diffusion_1'),
    image('xl', 'stable_diffusion_xl'),
    image('flux', 'flux_1'),
    image('flux trial', 'flux_1', beta),
  );
  await app.settled();
});

afterAll(() => app[Symbol.asyncDispose]());

const namesAt = async (path: string) => Object.keys((await app.get(path)).json());

test('what is in beta is shown to those who ask for it alone, in both versions', async () => {
  for (const version of [v2, v1]) {
    expect(await namesAt(`${version}/clip`)).toEqual(['first', 'last']);
    expect(await namesAt(`${version}/clip?channel=common`)).toEqual(['first', 'last']);
    expect(await namesAt(`${version}/clip?channel=beta`)).toEqual(['first', 'trial', 'last']);
  }
});

test('metadata do not name what is in beta, or was when it was deleted', async () => {
  const named = async () =>
    [
      (await app.get(`${v2}/metadata/esrgan`)).json(),
      (await app.get(`${v2}/metadata/metadata`)).json().esrgan,
    ].map(({ last_operation_model: name, last_operation_type: type }) => [type, name]);
  const remove = async (name: string) => {
    const id = await app.propose('DELETE', `/esrgan/model/${name}`);
    await app.approve(id);
    await app.apply(id);
  };
  await app.seed('esrgan', { name: 'common' });
  expect(await named()).toEqual(Array(2).fill(['create', 'common']));
  await app.seed('esrgan', { name: 'trial', ...beta });
  expect(await named()).toEqual(Array(2).fill(['create', null]));
  await remove('trial');
  expect(await named()).toEqual(Array(2).fill(['delete', null]));
  await remove('common');
  expect(await named()).toEqual(Array(2).fill(['delete', 'common']));
});

test('one model in beta is missing, and there for those who ask', async () => {
  const path = `${v2}/clip/model/trial`;
  const missing = await app.get(path);
  expect(missing.statusCode).toBe(404);
  expect(missing.json()).toEqual({ detail: "Model 'trial' not found in category 'clip'" });
  expect((await app.get(`${path}?channel=beta`)).json().lifecycle).toEqual({
    state: 'beta',
    until: '2999-01-01T00:00:00Z',
  });
});

test('a category with nothing but models in beta counts as empty', async () => {
  expect((await app.get(`${v2}/safety_checker`)).statusCode).toBe(404);
  expect((await app.get(`${v1}/safety_checker`)).statusCode).toBe(404);
  expect(await namesAt(`${v2}/safety_checker?channel=beta`)).toEqual(['only']);
});

test('searches, finds, statistics and popular ones leave out what is in beta', async () => {
  const search = (await app.get(`${v2}/clip/search`)).json();
  expect(search.results.map(({ name }: { name: string }) => name)).toEqual(['first', 'last']);
  const find = (await app.get(`${v2}/find?q=trial`)).json();
  expect(JSON.stringify(find)).not.toContain('trial"');
});

test('finds, statistics and usage are of the models that the query asks for', async () => {
  const nothing = ['old', 'xl', 'flux'];
  for (const [query, expected] of [
    ['channel=common', nothing],
    ['channel=beta', [...nothing, 'flux trial']],
    ['baselines=flux_1', ['flux']],
    ['baselines=flux_1&channel=beta', ['flux', 'flux trial']],
    ['baselines=qwen_image', []],
  ] as const) {
    const get = async (path: string) => {
      const answer = await app.get(`/api/model_references/${path}${path.includes('?') ? '&' : '?'}${query}`);
      expect(answer.statusCode, `${path} ${query}`).toBe(200);
      return answer.json();
    };
    const sorted = [...expected].sort();
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort();
    for (const found of ['', '&nsfw=false', '&order=usage'])
      expect(names((await get(`v2/find?category=image_generation${found}`)).results)).toEqual(sorted);
    expect(names(await get('v2/image_generation/popular'))).toEqual(sorted);
    const of = 'statistics/image_generation';
    expect(await get(of)).toMatchObject({ total_models: expected.length });
    expect(Object.keys(await get(`${of}/with-stats`)).sort()).toEqual(sorted);
    expect(names((await get(`${of}/deletion-risk`)).models)).toEqual(sorted);
  }
  const everywhere = (await app.get(`${v2}/find?q=trial&channel=beta`)).json();
  expect(everywhere.results.map(({ name }: { name: string }) => name)).toEqual(['trial', 'flux trial']);
  expect((await app.get('/api/model_references/statistics/safety_checker')).statusCode).toBe(404);
  for (const path of [`${v2}/find?category=image_generation&`, `${v2}/image_generation/popular?`])
    expect((await app.get(`${path}baselines=flx`)).statusCode).toBe(422);
});

test('models of other baselines are left out, and those without one stay', async () => {
  expect(await namesAt(`${v2}/image_generation?baselines=stable_diffusion_1,stable_diffusion_xl`)).toEqual([
    'old',
    'xl',
  ]);
  expect(await namesAt(`${v1}/stable_diffusion.json?baselines=flux_1`)).toEqual(['flux']);
  expect(await namesAt(`${v1}/image_generation?baselines=flux_1&channel=beta`)).toEqual([
    'flux',
    'flux trial',
  ]);
  expect(await namesAt(`${v2}/clip?baselines=stable_diffusion_1`)).toEqual(['first', 'last']);
});

test('a client of which nothing is understood gets an empty object, not a missing category', async () => {
  expect(await namesAt(`${v2}/image_generation?baselines=qwen_image`)).toEqual([]);
});

test('a single model that a client does not understand is missing for it', async () => {
  const answer = await app.get(`${v2}/image_generation/model/flux?baselines=stable_diffusion_1`);
  expect(answer.statusCode).toBe(404);
  expect(answer.json().detail).toContain("'flux' is there, but not for this client");
  expect((await app.get(`${v2}/image_generation/model/flux?baselines=flux_1`)).statusCode).toBe(200);
});

test('a baseline that there is not is refused with those that there are', async () => {
  const answer = await app.get(`${v2}/image_generation?baselines=flux_1,flx`);
  expect(answer.statusCode).toBe(422);
  expect(answer.json().detail[0]).toMatchObject({ loc: ['query', 'baselines'], input: 'flx' });
  expect(answer.json().detail[0].msg).toContain('stable_diffusion_xl');
});

test('a client profile is refused where none are kept', async () => {
  const answer = await app.get(`${v2}/clip?client=reGen@9`);
  expect(answer.statusCode).toBe(422);
  expect(answer.json().detail[0].msg).toContain('EXTRA_CATEGORIES');
});

test('a filtered body has an ETag of its own, compressed forms, and the same for any spelling of the question', async () => {
  const path = `${v2}/image_generation?baselines=flux_1,stable_diffusion_1`;
  const first = await app.get(path);
  const same = await app.get(`${v2}/image_generation?baselines=stable_diffusion_1&baselines=flux_1,`);
  const whole = await app.get(`${v2}/image_generation`);
  expect(same.headers.etag).toBe(first.headers.etag);
  expect(first.headers.etag).not.toBe(whole.headers.etag);
  const unchanged = await app.get(path, { headers: { 'if-none-match': String(first.headers.etag) } });
  expect(unchanged.statusCode).toBe(304);
  expect(
    await namesAt(`${v2}/image_generation?baselines=flux_1,stable_diffusion_1,stable_diffusion_xl`),
  ).toEqual(Object.keys(whole.json()));
});

test('a change shows in filtered bodies at once', async () => {
  const path = `${v2}/image_generation?baselines=flux_schnell`;
  expect(await namesAt(path)).toEqual([]);
  await app.seed('image_generation', image('quick', 'flux_schnell'));
  expect(await namesAt(path)).toEqual(['quick']);
});

test('the feed of some baselines names no place, which might be behind a model that it does not tell of', async () => {
  await using app = await startTestApp();
  await app.seed('image_generation', image('other', 'flux_1'), image('old', 'stable_diffusion_xl'));
  const id = await app.propose('POST', '/image_generation/rename', { from: 'old', to: 'new' });
  await app.approve(id);
  await app.apply(id);
  const last = async (query: string) => (await app.get(`${v2}/feed?${query}`)).json().events.at(-1);
  expect(await last('')).toMatchObject({ model_name: 'new', returned_behind: 'other' });
  const filtered = await last('baselines=stable_diffusion_xl');
  expect(filtered).toMatchObject({ operation: 'create', model_name: 'new' });
  expect(filtered).not.toHaveProperty('returned_behind');
});
