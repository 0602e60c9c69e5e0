import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../support/app.ts';
import { startCivitai } from '../../support/emulators/civitai.ts';
import { fetcherFor } from '../../support/emulators/fetcher-for.ts';
import { startHuggingFace } from '../../support/emulators/hugging-face.ts';
import { keys } from '../../support/identity-server.ts';
import { preparedDatabase } from '../../support/prepared-database.ts';
import { modelref } from '../cli/terminal.ts';

const v2 = '/api/model_references/v2';
const path = `${v2}/licensing/fill`;
const repository = (id: string, cardData: object) => ({
  id,
  commit: 'c'.repeat(40),
  files: {},
  about: { cardData },
});
const image = { baseline: 'stable_diffusion_xl', nsfw: false, inpainting: false };
const xl = 'stabilityai/stable-diffusion-xl-base-1.0';

const page = (id: string) => ({ ...image, homepage: `https://huggingface.co/${id}` });
const contents = preparedDatabase((app) =>
  app.seed(
    'image_generation',
    { name: 'stated', description: 'Kept.', ...page('acme/stated') },
    ...['tuned', 'odd', 'silent', 'gone'].map((name) => ({ name, ...page(`acme/${name}`) })),
    { name: 'elsewhere', ...image, homepage: 'https://example.org/x' },
    { name: 'seven', ...image, homepage: 'https://civitai.com/models/7' },
  ),
);

async function world() {
  const hub = await startHuggingFace(
    repository('acme/stated', { license: 'apache-2.0' }),
    repository('acme/tuned', { base_model: 'acme/stated' }),
    repository('acme/odd', { license: 'mit', license_name: 'nobody-knows' }),
    repository('acme/silent', {}),
    repository(xl, { license: 'openrail++' }),
  );
  const civitai = await startCivitai({
    ...{ id: 7, name: 'Seven', type: 'Checkpoint', nsfw: false, allowCommercialUse: [] },
    modelVersions: [{ id: 70, name: 'v1', baseModel: 'SDXL 1.0', files: [] }],
  });
  const remoteFiles = fetcherFor({ hub, civitai });
  const app = await startTestApp({ contents: contents(), settings: { port: 0 }, overrides: { remoteFiles } });
  onTestFinished(async () => {
    await app[Symbol.asyncDispose]();
    await Promise.all([remoteFiles.close(), hub[Symbol.asyncDispose](), civitai[Symbol.asyncDispose]()]);
  });
  const fill = async (body: object = {}, query = '', key: string = keys.requestor) => {
    const answer = await app.send('POST', `${path}${query}`, { key, body });
    return { status: answer.statusCode, body: answer.json() };
  };
  return { app, hub, civitai, fill };
}

test('finds what pages state, groups it, and proposes it as one batch, once', async () => {
  const { app, hub, fill } = await world();
  const { body: found } = await fill({}, '?dry_run=true');
  const named = (...names: string[]) =>
    names.map((model_name) => ({ category: 'image_generation', model_name }));
  const uses = { redistribution: 'allowed_with_conditions' };
  const apache = { license_expression: 'Apache-2.0', commercial_use: 'allowed', ...uses };
  expect(found).toEqual({
    dry_run: true,
    groups: [
      { ...apache, certainty: 'certain', models: named('stated') },
      { ...apache, certainty: 'likely', models: named('tuned') },
      {
        ...{ license_expression: 'OpenRAIL++-M', commercial_use: 'prohibited', ...uses },
        ...{ certainty: 'likely', models: named('seven') },
      },
    ],
    questions: [
      { ...named('odd')[0], question: expect.stringContaining('license: mit; license_name: nobody-knows') },
    ],
    left_out: ['silent', 'gone', 'elsewhere'].map((name) => ({
      ...named(name)[0],
      reason: expect.any(String),
    })),
    not_read: 0,
  });
  const calls = hub.requests.length;
  const { status, body: queued } = await fill();
  expect([status, queued.pending_change_ids.length, hub.requests.length]).toEqual([202, 3, calls]);
  await app.approve(...queued.pending_change_ids);
  await app.apply(...queued.pending_change_ids);
  const stored = (await app.get(`${v2}/image_generation/model/stated`)).json();
  expect(stored).toMatchObject({
    description: 'Kept.',
    licensing: {
      license_expression: 'Apache-2.0',
      evidence: [{ source: 'https://huggingface.co/acme/stated', description: 'license: apache-2.0' }],
    },
  });
  expect((await app.get(`${v2}/image_generation/model/seven`)).json().licensing).toMatchObject({
    commercial_use: 'prohibited',
    evidence: [
      { source: 'https://civitai.com/models/7', description: 'allowCommercialUse: []' },
      { source: `https://huggingface.co/${xl}` },
    ],
  });
  expect((await fill()).body).toMatchObject({ groups: [], pending_change_ids: [] });
});

test('proposes only what is sure enough, and nothing twice', async () => {
  const { app, fill } = await world();
  const first = await fill({ categories: ['image_generation'], certainty: 'certain' });
  expect(first.body.pending_change_ids).toHaveLength(1);
  const second = await fill({ names: ['stated', 'tuned'] });
  expect(second.body.pending_change_ids).toHaveLength(1);
  expect(second.body.left_out).toEqual([
    {
      category: 'image_generation',
      model_name: 'stated',
      reason: `change ${first.body.pending_change_ids[0]} proposes a licence already`,
    },
  ]);
  const { batch_id, certainty } = (
    await app.get(`${v2}/pending_queue/changes/${second.body.pending_change_ids[0]}`, { key: keys.approver })
  ).json().request_metadata;
  expect([batch_id, certainty]).toEqual([second.body.batch_id, 'likely']);
});

test('what is asked wrongly, or without a key, is refused', async () => {
  const { fill } = await world();
  expect((await fill({}, '', '')).status).toBe(401);
  for (const body of [{ categories: ['clp'] }, { certainty: 'sure' }, { names: Array(501).fill('x') }])
    expect((await fill(body)).status).toBe(422);
});

test('pages that do not answer now count as not read', async () => {
  const { hub, fill } = await world();
  hub.remaining.api = 0;
  const { body } = await fill({ names: ['stated', 'elsewhere'] }, '?dry_run=true');
  expect(body).toMatchObject({ groups: [], left_out: [{ model_name: 'elsewhere' }], not_read: 1 });
});

test('hosts get no token for a draft without a key, and no other host gets one', async () => {
  const { app, hub } = await world();
  const draft = await app.send('POST', `${v2}/drafts`, { body: { url: 'acme/tuned', category: 'clip' } });
  expect(draft.json()).toMatchObject({
    record: { licensing: { license_expression: 'Apache-2.0' } },
    sources: { licensing: { certainty: 'likely' } },
  });
  expect(hub.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
});

test('modelref licences --fill prints the groups and queues them', async () => {
  const { app } = await world();
  const environment = { MODELREF_SERVER: await app.service.listen(), MODELREF_KEY: keys.requestor };
  const plan = await modelref(['licences', '--fill', '--dry-run'], environment);
  expect([plan.code, plan.printed[0], plan.printed.at(-1)]).toEqual([
    0,
    '1 models: Apache-2.0, certain (commercial use allowed, redistribution allowed_with_conditions)',
    '1 models have contradictory or undefined licences, 3 are left out, 0 were not read.',
  ]);
  const { printed } = await modelref(['licences', '--fill', '--category', 'image_generation'], environment);
  expect(printed.at(-1)).toMatch(/^3 changes are queued for review, with the batch_id /);
  const summary = await modelref(['licences'], environment);
  expect(summary.printed).toEqual(['7 of 7 models and assets are without a conclusion.']);
});
