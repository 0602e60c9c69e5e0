import '../../../support/with-client-profiles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const image = (name: string, baseline: string, more: object = {}) => ({
  name,
  baseline,
  nsfw: false,
  ...more,
});

let app: TestApp;

beforeAll(async () => {
  const uses = new Map([['used', 1_423]]);
  const data = { status: [], stats: { day: uses, month: uses, total: uses }, workers: [] };
  const usage = {
    read: async () => ({ data, ageSeconds: 0, stale: false }),
    health: () => ({ degraded: false, consecutive_failures: 0, seconds_until_retry: null }),
  };
  app = await startTestApp({ overrides: { usage } });
  await app.seed(
    'client_profile',
    { name: 'reGen@8', baselines: ['stable_diffusion_1'] },
    { name: 'reGen@9' },
  );
  await app.seed('image_generation', image('used', 'stable_diffusion_1'));
});

afterAll(() => app[Symbol.asyncDispose]());

const rulesOf = ['hidden_from_all', 'clients_lose', 'clients_gain', 'former_name', 'replacement_missing'];
async function told(method: 'POST' | 'PUT' | 'DELETE', path: string, record?: object): Promise<string[]> {
  const answer = await app.send(method, `${v2}${path}?dry_run=true`, { key: keys.requestor, body: record });
  const findings = answer.json().findings as { rule: string; message: string }[];
  return findings
    .filter(({ rule }) => rulesOf.includes(rule))
    .map(({ rule, message }) => `${rule}: ${message}`);
}

test('a proposal says which clients lose the model, and how much it is used', async () => {
  expect(await told('PUT', '/image_generation/model/used', image('used', 'flux_1'))).toEqual([
    'clients_lose: reGen@8 loses the model; it was used 1.4K times in a month.',
  ]);
});

test('a proposal says which clients get the model, and which do not understand it', async () => {
  expect(await told('POST', '/image_generation', image('new', 'flux_1'))).toEqual([
    'clients_gain: Clients that get the model: reGen@9; reGen@8 do not understand it.',
  ]);
});

test('a live model that is put in beta is lost to everybody, which is critical', async () => {
  const record = image('used', 'stable_diffusion_1', { lifecycle: { state: 'beta' } });
  expect(await told('PUT', '/image_generation/model/used', record)).toEqual([
    'hidden_from_all: Every client loses the model that does not ask for channel=beta; it was used 1.4K times in a month.',
  ]);
});

test('a deprecated model names a replacement that is there', async () => {
  const deprecated = (replaced_by: string) =>
    image('used', 'stable_diffusion_1', { lifecycle: { state: 'deprecated', replaced_by } });
  expect(await told('PUT', '/image_generation/model/used', deprecated('none'))).toEqual([
    "replacement_missing: There is no model 'none' in image_generation that could replace it.",
  ]);
  expect(await told('PUT', '/image_generation/model/used', deprecated('used'))).toEqual([]);
});

test('a proposal of a profile says which models its clients lose and get', async () => {
  await app.seed(
    'image_generation',
    image('trial', 'stable_diffusion_1', { lifecycle: { state: 'beta' } }),
    ...['a', 'b', 'c'].map((name) => image(name, 'stable_diffusion_1')),
    image('flux', 'flux_1'),
  );
  const path = '/client_profile/model/reGen@8';
  const profile = { name: 'reGen@8', baselines: ['stable_diffusion_1'] };
  expect(await told('PUT', path, { ...profile, baselines: ['flux_1'] })).toEqual([
    "clients_lose: reGen@8 loses 4 models: 'used' (image_generation), 'a' (image_generation), 'b' (image_generation) and 1 more; they were used 1.4K times in a month.",
    "clients_gain: reGen@8 gains 1 model: 'flux' (image_generation); it was used 0 times in a month.",
  ]);
  expect(await told('PUT', path, { ...profile, homepage: 'https://example.org' })).toEqual([]);
  expect(await told('DELETE', path)).toEqual([
    "clients_lose: Reads with client=reGen@8 are refused once it is gone: reGen@8 loses 4 models: 'used' (image_generation), 'a' (image_generation), 'b' (image_generation) and 1 more; they were used 1.4K times in a month.",
  ]);
  expect(await told('POST', '/client_profile', { ...profile, name: 'reGen@7' })).toEqual([
    "clients_gain: reGen@7 gets 4 models, and does not understand 1 model: 'flux' (image_generation); it was used 0 times in a month.",
  ]);
});
