import { expect, onTestFinished, test } from 'vitest';
import { verifyStore } from '../../../../src/modules/history/index.ts';
import { builtInBaselines } from '../../../../src/records/baselines/built-in.ts';
import type { Settings } from '../../../../src/settings/settings.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';
import { makeDefaultDatabase } from '../../../support/make-database.ts';

const v2 = '/api/model_references/v2';
const builtIn = builtInBaselines
  .filter(({ category }) => category === 'image_generation')
  .map(({ name }) => name);
const baseline = (name: string, spelling: string) => ({
  name,
  title: name,
  category: 'image_generation',
  spellings: [spelling],
  legacy_spelling: `Legacy ${name}`,
});
const model = (name: string, named: string) => ({ name, baseline: named, nsfw: false });

async function start(
  extraCategories: Settings['extraCategories'],
  more: Partial<Settings> = {},
): Promise<TestApp> {
  const app = await startTestApp({ settings: { extraCategories, ...more } });
  onTestFinished(() => app[Symbol.asyncDispose]());
  return app;
}
const json = async (app: TestApp, path: string) => (await app.get(path)).json();
const propose = (app: TestApp, body: object) =>
  app.send('POST', `${v2}/image_generation`, { key: keys.requestor, body });

/** Starts three apps: one with baselines and annotators, one with other baselines, and one without either. */
async function startAll() {
  const apps = await Promise.all([
    start(['controlnet_annotator', 'baseline']),
    start(['baseline']),
    start([]),
  ]);
  const [annotating, modern] = apps;
  await Promise.all([
    annotating.seed('baseline', baseline('cosmos_9', 'star')),
    modern.seed('baseline', baseline('nebula_3', 'star')),
  ]);
  return apps;
}

test('apps of one process have the categories of their own settings', async () => {
  const apps = await startAll();
  const [annotating, modern, usual] = apps;
  const statuses = (path: string) => Promise.all(apps.map(async (app) => (await app.get(path)).statusCode));
  await annotating.seed('controlnet_annotator', { name: 'hed' });
  expect(await statuses(`${v2}/controlnet_annotator`)).toEqual([200, 404, 404]);
  expect(await statuses(`${v2}/baseline`)).toEqual([200, 200, 404]);
  expect(await statuses(`${v2}/find?category=controlnet_annotator`)).toEqual([200, 422, 422]);
  expect(await statuses('/api/schemas/v2/baseline.json')).toEqual([200, 200, 404]);
  const names = await Promise.all(apps.map((app) => json(app, `${v2}/model_categories`)));
  expect(names.map(({ length }) => length)).toEqual([15, 14, 14]);
  const refused = await usual.send('POST', `${v2}/baseline`, { key: keys.requestor, body: { name: 'x' } });
  expect([refused.statusCode, refused.body]).toEqual([422, expect.not.stringContaining("'baseline'")]);

  const documents = await Promise.all(apps.map((app) => json(app, '/api/openapi.json')));
  const paths = documents.map((document) => Object.keys(document.paths));
  expect(paths.map((all) => all.filter((path) => /v2\/(controlnet_annotator|baseline)$/.test(path)))).toEqual(
    [
      ['/model_references/v2/controlnet_annotator', '/model_references/v2/baseline'],
      ['/model_references/v2/baseline'],
      [],
    ],
  );
  expect(
    documents.map(({ components: { schemas } }) => schemas.MODEL_REFERENCE_CATEGORY.enum.slice(14)),
  ).toEqual([['controlnet_annotator', 'baseline'], ['baseline'], []]);
  expect(
    documents.map(({ components: { schemas } }) => schemas.KNOWN_IMAGE_GENERATION_BASELINE.enum),
  ).toEqual([[...builtIn, 'cosmos_9'], [...builtIn, 'nebula_3'], builtIn]);
  for (const app of [annotating, modern]) expect((await verifyStore(app.store)).problems).toEqual([]);
});

test('apps of one process write at the same time, each by its own baselines', async () => {
  const [annotating, modern, usual] = await startAll();
  // The same spelling stands for another baseline in each, and for none in the third.
  const rounds = Array.from({ length: 8 }, (_, round) => `Model ${round}`);
  await Promise.all(
    [annotating, modern].map(async (app) => {
      for (const name of rounds) await app.seed('image_generation', model(name, 'star'));
    }),
  );
  for (const [app, name] of [
    [annotating, 'cosmos_9'],
    [modern, 'nebula_3'],
  ] as const) {
    const [records, legacy] = [
      await json(app, `${v2}/image_generation`),
      await json(app, '/api/model_references/v1/image_generation'),
    ];
    expect(rounds.map((each) => records[each].baseline)).toEqual(rounds.map(() => name));
    expect(rounds.map((each) => legacy[each].baseline)).toEqual(rounds.map(() => `Legacy ${name}`));
    expect((await verifyStore(app.store)).problems).toEqual([]);
  }
  const answers = await Promise.all([
    propose(annotating, model('Other', 'nebula_3')),
    propose(modern, model('Other', 'cosmos_9')),
    propose(usual, model('Other', 'star')),
    propose(usual, model('Other', 'stable_diffusion_xl')),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 202]);
  expect(answers.slice(0, 3).map((answer) => answer.json().detail[0].msg)).toEqual([
    expect.stringMatching(/Unknown baseline: nebula_3\. Known: .*, cosmos_9$/),
    expect.stringMatching(/Unknown baseline: cosmos_9\. Known: .*, nebula_3$/),
    'Value error, Unknown baseline: star',
  ]);
});

test('records of a category outlive the setting that switches it on', async () => {
  const database = await makeDefaultDatabase();
  onTestFinished(() => database.remove());
  const settings = { databaseUrl: database.url };
  const [on, off] = await Promise.all([start(['controlnet_annotator'], settings), start([], settings)]);
  const record = { name: 'hed', control_types: ['hed', 'fakescribbles'] };
  await on.seed('controlnet_annotator', record);
  const stored = { record_type: 'controlnet_annotator', ...record, preprocessors: [] };
  expect(await json(on, `${v2}/controlnet_annotator/model/hed`)).toMatchObject(stored);
  expect((await on.get('/api/model_references/v1/controlnet_annotator')).statusCode).toBe(404);
  expect((await off.get(`${v2}/controlnet_annotator`)).statusCode).toBe(404);
  const again = await start(['controlnet_annotator'], settings);
  expect(await json(again, `${v2}/controlnet_annotator`)).toMatchObject({ hed: stored });
});
