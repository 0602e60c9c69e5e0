import '../../../support/with-client-profiles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';

const v2 = '/api/model_references/v2';
const v1 = '/api/model_references/v1';
const file = (name: string, size_bytes: number) => ({
  file_name: name,
  file_url: `https://files.example/${name}`,
  size_bytes,
});
const image = (name: string, baseline: string, ...download: object[]) => ({
  name,
  baseline,
  nsfw: false,
  config: { download },
});

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await app.seed(
    'image_generation',
    image('small', 'stable_diffusion_1', file('small.safetensors', 100)),
    image('pickled', 'stable_diffusion_1', file('pickled.ckpt', 100), file('pickled.yaml', 1)),
    image('large', 'stable_diffusion_xl', file('large.safetensors', 9_000)),
    image('new', 'flux_1', file('new.safetensors', 100)),
  );
  await app.seed(
    'client_profile',
    { name: 'reGen@8', baselines: ['stable_diffusion_1', 'stable diffusion xl'] },
    { name: 'reGen@9', file_formats: ['safetensors'], max_file_bytes: 1_000 },
  );
});

afterAll(() => app[Symbol.asyncDispose]());

const namesAt = async (path: string) => Object.keys((await app.get(path)).json());

test('a profile leaves out what the client does not understand', async () => {
  expect(await namesAt(`${v2}/image_generation?client=reGen@8`)).toEqual(['small', 'pickled', 'large']);
  expect(await namesAt(`${v1}/image_generation?client=reGen@8`)).toEqual(['small', 'pickled', 'large']);
  expect(await namesAt(`${v2}/image_generation?client=reGen%409`)).toEqual(['small', 'new']);
});

test('a profile and baselines narrow each other', async () => {
  expect(await namesAt(`${v2}/image_generation?client=reGen@9&baselines=flux_1`)).toEqual(['new']);
});

test('search leaves out the same, in a category and over all', async () => {
  for (const path of ['image_generation/search', 'search']) {
    const found = (await app.get(`${v2}/${path}?client=reGen@9`)).json();
    expect(found.results.map(({ name }: { name: string }) => name)).toEqual(['small', 'new']);
    expect(found.total).toBe(2);
  }
});

test('a profile that there is not is refused with those that there are', async () => {
  const answer = await app.get(`${v2}/image_generation?client=reGen@7`);
  expect(answer.statusCode).toBe(422);
  expect(answer.json().detail[0].msg).toBe("There is no client profile 'reGen@7'. Known: reGen@8, reGen@9");
});

test('the feed tells of a change of what is understood as of a model that comes or goes', async () => {
  const since = (await app.get(`${v2}/feed?since=head`)).json().head;
  const put = async (record: { name: string }) => {
    const id = await app.propose('PUT', `/image_generation/model/${record.name}`, record);
    await app.approve(id);
    await app.apply(id);
  };
  await put(image('small', 'flux_1', file('small.safetensors', 100)));
  await put(image('new', 'flux_1', file('new.safetensors', 101)));
  await put(image('small', 'stable_diffusion_1', file('small.safetensors', 100)));
  const { events } = (await app.get(`${v2}/feed?since=${since}&client=reGen@8`)).json();
  const told = events.map(
    ({ operation, model_name }: Record<string, string>) => `${operation} ${model_name}`,
  );
  expect(told).toEqual(['delete small', 'create small']);
});

test('another profile of the same name holds from its apply on', async () => {
  const id = await app.propose('PUT', '/client_profile/model/reGen@9', {
    name: 'reGen@9',
    file_formats: ['safetensors', 'ckpt'],
  });
  await app.approve(id);
  await app.apply(id);
  expect(await namesAt(`${v2}/image_generation?client=reGen@9`)).toEqual([
    'small',
    'pickled',
    'large',
    'new',
  ]);
});
