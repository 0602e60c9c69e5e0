import { describe, expect, onTestFinished, test } from 'vitest';
import { tensorFingerprint } from '../../../../src/modules/files/model-files/tensor-fingerprint.ts';
import { verifyStore } from '../../../../src/modules/history/index.ts';
import { builtInBaselines } from '../../../../src/records/baselines/built-in.ts';
import type { Settings } from '../../../../src/settings/settings.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keepsBaselines } from '../../../support/categories.ts';
import { eventually } from '../../../support/eventually.ts';
import { keys } from '../../../support/identity-server.ts';
import { makeDefaultDatabase } from '../../../support/make-database.ts';

const v2 = '/api/model_references/v2';
const v1 = '/api/model_references/v1';
const cosmos = {
  name: 'cosmos_9',
  title: 'Cosmos 9',
  category: 'image_generation',
  family: 'flux_1',
  native_resolution: 1024,
  since: '2026-11',
  spellings: ['cosmos 9'],
  legacy_spelling: 'Cosmos Nine',
  civitai_names: ['Cosmos 9 Base'],
  fingerprints: ['blocks.0.cosmos.weight[-1]=99'],
};
const model = (name: string, baseline: string) => ({
  name,
  baseline,
  nsfw: false,
  config: {
    download: [{ file_name: `${name}.safetensors`, file_url: `https://files.example/${name}.safetensors` }],
  },
});
const nebula = model('Nebula', 'cosmos_9');

const start = async (settings: Partial<Settings> = {}): Promise<TestApp> => {
  const app = await startTestApp({ settings: { ...keepsBaselines, ...settings } });
  onTestFinished(() => app[Symbol.asyncDispose]());
  return app;
};
const json = async (app: TestApp, path: string, key?: string) =>
  (await app.get(path, key === undefined ? {} : { key })).json();
const change = (app: TestApp, id: number) => json(app, `${v2}/pending_queue/changes/${id}`, keys.approver);
const propose = (app: TestApp, record: object, category = 'image_generation') =>
  app.send('POST', `${v2}/${category}`, { key: keys.requestor, body: record });
const applyBoth = async (app: TestApp, ids: number[]) =>
  app.send('POST', `${v2}/pending_queue/apply`, { key: keys.approver, body: { change_ids: ids } });

describe('the built-in baselines', () => {
  test('are the first content: written once, by the registry, in the audit trail', async () => {
    const database = await makeDefaultDatabase();
    onTestFinished(() => database.remove());
    const settings = { databaseUrl: database.url };
    const [app] = await Promise.all([start(settings), start(settings)]);
    const records = await json(app, `${v2}/baseline`);
    expect(Object.keys(records)).toEqual(builtInBaselines.map(({ name }) => name));
    expect(records.stable_diffusion_xl).toMatchObject({
      title: 'Stable Diffusion XL',
      spellings: ['stable diffusion xl', 'SDXL'],
    });
    const { events } = await json(app, `${v2}/feed`);
    expect(events).toHaveLength(builtInBaselines.length);
    expect((await verifyStore(app.store)).problems).toEqual([]);

    // One that was deleted stays deleted at the next start.
    const id = await app.propose('DELETE', '/baseline/model/stable_cascade');
    await app.approve(id);
    await app.apply(id);
    const again = await start(settings);
    expect(await json(again, `${v2}/baseline`)).not.toHaveProperty('stable_cascade');
    expect((await propose(again, model('Late', 'stable_cascade'))).json()).toMatchObject({
      detail: [
        { loc: ['body', 'baseline'], msg: expect.stringContaining('Unknown baseline: stable_cascade') },
      ],
    });
  });
});

describe('a baseline that a deployment adds', () => {
  test('is known to writes, drafts, search, find and the document, on every instance', async () => {
    const database = await makeDefaultDatabase();
    onTestFinished(() => database.remove());
    const settings = { databaseUrl: database.url };
    const app = await start(settings);
    const other = await start(settings);
    expect((await propose(app, nebula)).statusCode).toBe(422);

    await app.seed('baseline', cosmos);
    await app.seed('image_generation', model('Nebula', 'cosmos 9'));
    expect(await json(app, `${v2}/image_generation/model/Nebula`)).toMatchObject({ baseline: 'cosmos_9' });
    expect(await json(app, `${v1}/stable_diffusion`)).toMatchObject({ Nebula: { baseline: 'Cosmos Nine' } });
    expect(await json(app, `${v2}/image_generation/search?baseline=cosmos%209`)).toMatchObject({ total: 1 });
    expect(await json(app, `${v2}/find?q=cosmos`)).toMatchObject({ total: 1 });
    const { baseline_distribution: baselines } = await json(
      app,
      '/api/model_references/statistics/image_generation',
    );
    expect(baselines).toMatchObject({ cosmos_9: { count: 1 } });

    const answer = {
      id: 9,
      name: 'Nebula',
      type: 'Checkpoint',
      modelVersions: [{ id: 1, name: 'v1', baseModel: 'Cosmos 9 Base', files: [] }],
    };
    const drafted = await app.send('POST', `${v2}/drafts`, {
      key: keys.requestor,
      body: { text: JSON.stringify(answer) },
    });
    expect(drafted.json().record).toMatchObject({ baseline: 'cosmos_9' });
    const found = tensorFingerprint(
      app.service.context.categories.baselines,
      new Map([['model.diffusion_model.blocks.0.cosmos.weight', [4, 99]]]),
    );
    expect(found).toMatchObject({ baselines: [{ name: 'cosmos_9' }], category: 'image_generation' });

    const named = async (instance: TestApp) =>
      (await json(instance, '/api/openapi.json')).components.schemas.KNOWN_IMAGE_GENERATION_BASELINE.enum;
    expect(await named(app)).toEqual([...builtInBaselines.map(({ name }) => name), 'cosmos_9']);
    const schema = await json(app, '/api/schemas/v1/image_generation/record.json');
    expect(JSON.stringify(schema)).toContain('Cosmos Nine');

    await eventually(async () => expect(await json(other, `${v2}/baseline`)).toHaveProperty('cosmos_9'));
    expect((await propose(other, model('Pulsar', 'cosmos 9'))).json()).toMatchObject({
      change_id: expect.any(Number),
    });
    expect(await named(other)).toContain('cosmos_9');
    expect((await verifyStore(app.store)).problems).toEqual([]);
  });

  test('is accepted by v1, in its legacy spelling', async () => {
    const database = await makeDefaultDatabase();
    onTestFinished(() => database.remove());
    {
      await using current = await startTestApp({
        settings: { ...keepsBaselines, databaseUrl: database.url },
      });
      await current.seed('baseline', cosmos);
    }
    // Where the format is the legacy one, v1 takes writes, and v2 none.
    const legacy = { canonicalFormat: 'legacy', queueEnabled: false } as const;
    const app = await start({ databaseUrl: database.url, ...legacy });
    const write = (method: 'POST' | 'PUT', path: string, body: object) =>
      app.send(method, path, { key: keys.approver, body });
    const body = {
      ...nebula,
      config: { files: [], download: [] },
      type: 'ckpt',
      description: 'x',
      version: '1',
      style: 'anime',
      baseline: 'Cosmos Nine',
    };
    const unknown = await write('POST', `${v1}/image_generation`, { ...body, baseline: 'Cosmos Ten' });
    expect([unknown.statusCode, unknown.body]).toEqual([
      422,
      expect.stringContaining('Unknown baseline: Cosmos Ten'),
    ]);
    const made = await write('POST', `${v1}/image_generation`, body);
    expect(made.statusCode, made.body).toBeLessThan(300);
    const read = async () => [
      (await json(app, `${v1}/image_generation`)).Nebula.baseline,
      (await json(app, `${v2}/image_generation/model/Nebula`)).baseline,
    ];
    expect(await read()).toEqual(['Cosmos Nine', 'cosmos_9']);
    // The name and the other spellings are taken as well, and shown as the legacy one.
    for (const spelled of ['cosmos_9', 'cosmos 9']) {
      const edited = await write('PUT', `${v1}/image_generation`, { ...body, baseline: spelled });
      expect(edited.statusCode, edited.body).toBeLessThan(300);
      expect(await read()).toEqual(['Cosmos Nine', 'cosmos_9']);
    }
    expect((await verifyStore(app.store)).problems).toEqual([]);
  });
});

describe('a model whose baseline is proposed only', () => {
  test('waits with a finding that names the change, and is applied behind it, in the same call too', async () => {
    const app = await start();
    const base = await app.propose('POST', '/baseline', cosmos);
    const early = await app.propose('POST', '/image_generation', nebula);
    expect((await change(app, early)).findings).toContainEqual({
      rule: 'baseline_not_live',
      severity: 'warning',
      field_path: 'baseline',
      message: expect.stringContaining(`change ${base} proposes it`),
    });
    await app.approve(base, early);
    const refused = await applyBoth(app, [early, base]);
    expect(refused.statusCode).not.toBe(200);
    expect(refused.body).toContain(`change ${base} proposes it`);
    expect((await app.get(`${v2}/image_generation/model/Nebula`)).statusCode).toBe(404);

    expect((await applyBoth(app, [base, early])).statusCode).toBe(200);
    expect(await json(app, `${v2}/image_generation/model/Nebula`)).toMatchObject({ baseline: 'cosmos_9' });
    expect(await json(app, `${v1}/stable_diffusion`)).toMatchObject({ Nebula: { baseline: 'Cosmos Nine' } });
    expect((await verifyStore(app.store)).problems).toEqual([]);
  });

  test('cannot be applied any more once the proposal of its baseline is rejected', async () => {
    const app = await start();
    const base = await app.propose('POST', '/baseline', cosmos);
    const early = await app.propose('POST', '/image_generation', nebula);
    const body = { batch_title: 'no', approved_ids: [early], rejected_ids: [base], reject_reason: 'no' };
    expect(
      (await app.send('POST', `${v2}/pending_queue/batches`, { key: keys.approver, body })).statusCode,
    ).toBe(200);
    const refused = await applyBoth(app, [early]);
    expect(refused.statusCode).not.toBe(200);
    expect(refused.body).toContain('no open change proposes it');
  });
});

describe('a change of a baseline', () => {
  test('that takes it from models says how many, and is of high risk', async () => {
    const app = await start();
    await app.seed('baseline', { ...cosmos, legacy_spelling: null });
    await app.seed('image_generation', nebula);
    const id = await app.propose('DELETE', '/baseline/model/cosmos_9');
    expect(await change(app, id)).toMatchObject({
      risk: 'high',
      findings: [
        {
          rule: 'baseline_in_use',
          severity: 'critical',
          message: expect.stringContaining("1 model names the baseline 'cosmos_9': 'Nebula'"),
        },
      ],
    });
    await app.approve(id);
    await app.apply(id);
    // The model stays, and can be changed; nobody else can name the baseline.
    const edit = await app.send('PUT', `${v2}/image_generation/model/Nebula`, {
      key: keys.requestor,
      body: { ...nebula, description: 'still here' },
    });
    expect(edit.statusCode, edit.body).toBe(202);
    expect((await propose(app, model('Other', 'cosmos_9'))).statusCode).toBe(422);
  });

  test('of its legacy spelling keeps the old one for the models that have it, or is refused', async () => {
    const app = await start();
    await app.seed('baseline', cosmos);
    await app.seed('image_generation', nebula);
    const path = '/baseline/model/cosmos_9';
    const put = (more: object) => ({ ...cosmos, ...more });
    const send = (method: 'PUT' | 'DELETE', body?: object) =>
      app.send(method, `${v2}${path}`, { key: keys.requestor, ...(body && { body }) });
    const lost =
      "The model 'Nebula' spells the baseline 'cosmos_9' 'Cosmos Nine' in v1 and the legacy files, which could not be read any more: ";
    const refused = await send('PUT', put({ legacy_spelling: 'C9' }));
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      `${lost}keep 'Cosmos Nine' among its spellings.`,
    ]);
    const other = `${lost}give the model another baseline before, or delete it.`;
    expect((await send('DELETE')).json().detail).toBe(other);
    expect((await send('PUT', put({ category: 'video_generation' }))).json().detail).toBe(other);
    const { batch_id } = await change(app, 1);
    const revert = { key: keys.approver, body: { reason: 'not ours' } };
    const undone = await app.send('POST', `${v2}/pending_queue/audit/batches/${batch_id}/revert`, revert);
    expect([undone.statusCode, undone.json().detail]).toEqual([409, other]);

    const careful = put({ legacy_spelling: 'C9', spellings: ['cosmos 9', 'Cosmos Nine'] });
    const id = await app.propose('PUT', path, careful);
    expect((await change(app, id)).findings[0].message).toContain(
      "v1 and the legacy files go on to spell it 'Cosmos Nine' for them; for others they spell it 'C9'.",
    );
    await app.approve(id);
    await app.apply(id);
    const touched = { ...nebula, description: 'written again' };
    const touch = await app.propose('PUT', '/image_generation/model/Nebula', touched);
    await app.approve(touch);
    await app.apply(touch);
    expect(await json(app, `${v1}/stable_diffusion`)).toMatchObject({ Nebula: { baseline: 'Cosmos Nine' } });
    // The spelling cannot be taken away afterwards either.
    expect((await send('PUT', { ...careful, spellings: [] })).json().detail).toContain(lost);
  });

  test('is refused when it is applied, where a model has come to need the spelling meanwhile', async () => {
    const app = await start();
    await app.seed('baseline', cosmos);
    const gone = await app.propose('DELETE', '/baseline/model/cosmos_9');
    await app.seed('image_generation', nebula);
    await app.approve(gone);
    const applied = await applyBoth(app, [gone]);
    expect(applied.statusCode).toBe(409);
    expect(applied.body).toContain("The model 'Nebula' spells the baseline 'cosmos_9' 'Cosmos Nine'");
    const away = await app.propose('DELETE', '/image_generation/model/Nebula');
    await app.approve(away);
    expect((await applyBoth(app, [away, gone])).statusCode).toBe(200);
  });

  test('of its legacy spelling counts for a model that is brought back afterwards', async () => {
    const app = await start();
    await app.seed('baseline', cosmos);
    await app.seed('image_generation', nebula);
    const apply = async (id: number) => {
      await app.approve(id);
      await app.apply(id);
    };
    await apply(await app.propose('DELETE', '/image_generation/model/Nebula'));
    await apply(await app.propose('PUT', '/baseline/model/cosmos_9', { ...cosmos, legacy_spelling: 'C9' }));
    const body = { category: 'image_generation', model_name: 'Nebula' };
    const back = await app.send('POST', `${v2}/pending_queue/bring_back`, { key: keys.requestor, body });
    await apply(back.json().change_id);
    expect(await json(app, `${v1}/stable_diffusion`)).toMatchObject({ Nebula: { baseline: 'C9' } });
    expect((await verifyStore(app.store)).problems).toEqual([]);
  });

  test('with what cannot be right is refused', async () => {
    const app = await start();
    for (const [wrong, message] of [
      [{ fingerprints: ['a b=c'] }, "'b=c' is no condition"],
      [{ family: 'cosmos_9' }, "'cosmos_9' names itself"],
      [{ since: 'May' }, "since: 'May' is no date"],
      [{ storages: ['many'] }, "storages: 'many'"],
    ] as const) {
      const answer = await propose(app, { ...cosmos, ...wrong }, 'baseline');
      expect(answer.statusCode, message).toBe(422);
      expect(answer.body).toContain(message);
    }
  });

  test("that takes another one's spelling is refused, with both names, also when it is applied", async () => {
    const app = await start();
    const taken = { ...cosmos, spellings: ['SDXL'] };
    const answer = await propose(app, taken, 'baseline');
    expect(answer.statusCode).toBe(409);
    expect(answer.json().detail).toBe(
      "'SDXL' is how the baseline 'stable_diffusion_xl' is spelled: 'cosmos_9' cannot have the same name or spelling.",
    );
    const ids = [
      await app.propose('POST', '/baseline', cosmos),
      await app.propose('POST', '/baseline', { ...cosmos, name: 'cosmos_10', legacy_spelling: 'C 10' }),
    ];
    await app.approve(...ids);
    const applied = await applyBoth(app, ids);
    expect(applied.body).toContain("'cosmos 9' is how the baseline 'cosmos_9' is spelled");
    expect(Object.keys(await json(app, `${v2}/baseline`))).not.toContain('cosmos_10');
  });
});

test('a replica has the baselines of its primary, under the same ETag', async () => {
  const primary = await start();
  const address = await primary.server.listen({ port: 0, host: '127.0.0.1' });
  await primary.seed('baseline', cosmos);
  await primary.seed('image_generation', nebula);
  const replica = await start({ replicateMode: 'REPLICA', primaryApiUrl: `${address}/api` });
  await eventually(async () => {
    const [there, here] = await Promise.all([primary, replica].map((app) => app.get(`${v2}/baseline`)));
    expect(here!.statusCode).toBe(200);
    expect(here!.headers.etag).toBe(there!.headers.etag);
  });
  expect(await json(replica, `${v2}/image_generation/model/Nebula`)).toMatchObject({ baseline: 'cosmos_9' });
});
