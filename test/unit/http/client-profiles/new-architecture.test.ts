import '../../../support/with-client-profiles.ts';
import { expect, onTestFinished, test } from 'vitest';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { makeDatabase } from '../../../support/make-database.ts';

const v2 = '/api/model_references/v2';
const v1 = '/api/model_references/v1';
/** A day long ago: the database's clock is never before it. */
const begin = Date.parse('2020-06-01T00:00:00Z') / 1000;

async function start(options: TestAppOptions): Promise<TestApp> {
  const app = await startTestApp(options);
  onTestFinished(() => app[Symbol.asyncDispose]());
  return app;
}

const namesAt = async (app: TestApp, path: string) => Object.keys((await app.get(path)).json());
const toldOf = async (app: TestApp, query: string) => {
  const { events } = (await app.get(`${v2}/feed?limit=500${query}`)).json();
  return events
    .filter(({ category }: { category: string }) => category === 'image_generation')
    .map(({ operation, model_name }: Record<string, string>) => `${operation} ${model_name}`);
};

test('a new architecture comes without breaking old workers, and becomes common on its date, once', async () => {
  const database = await makeDatabase(process.env.TEST_STORE === 'sqlite' ? 'SQLite' : 'PostgreSQL');
  onTestFinished(database.remove);
  const time = { now: begin };
  const options = {
    settings: { databaseUrl: database.url, port: 0 },
    overrides: { clock: { now: () => time.now } },
  };
  const first = await startTestApp(options);
  await first.seed(
    'client_profile',
    { name: 'reGen@8', baselines: ['stable_diffusion_1'] },
    { name: 'reGen@9', baselines: ['stable_diffusion_1', 'nova_1'] },
  );
  const image = (name: string, baseline: string) => ({ name, baseline, nsfw: false });
  await first.seed('image_generation', image('old', 'stable_diffusion_1'));

  // The first model of the architecture is proposed, and the baseline with it; people approve and apply both.
  await first.seed('baseline', { name: 'nova_1', title: 'Nova 1', category: 'image_generation' });
  await first.seed('image_generation', {
    ...image('first of its kind', 'nova_1'),
    lifecycle: { state: 'beta', until: '2020-06-02' },
  });

  const old = ['client=reGen@8', 'client=reGen@8&channel=beta', 'baselines=stable_diffusion_1'];
  const oldWorkersSeeOnlyOld = async (app: TestApp) => {
    for (const query of old) {
      expect(await namesAt(app, `${v1}/image_generation?${query}`)).toEqual(['old']);
      expect(await namesAt(app, `${v2}/image_generation?${query}`)).toEqual(['old']);
      expect(
        (await app.get(`${v2}/image_generation/model/first%20of%20its%20kind?${query}`)).statusCode,
      ).toBe(404);
    }
  };
  await oldWorkersSeeOnlyOld(first);
  const everybody = [`${v1}/image_generation`, `${v2}/image_generation`];
  const both = ['old', 'first of its kind'];
  for (const path of everybody) {
    expect(await namesAt(first, path)).toEqual(['old']);
    expect(await namesAt(first, `${path}?client=reGen@9`)).toEqual(['old']);
    // The beta group of the horde.
    expect(await namesAt(first, `${path}?client=reGen@9&channel=beta`)).toEqual(both);
  }
  await first[Symbol.asyncDispose]();

  time.now = begin + 2 * 86_400;
  const instances = [await start(options), await start(options), await start(options)] as const;
  const [one] = instances;
  const replica = await start({
    settings: { replicateMode: 'REPLICA', primaryApiUrl: `${await one.service.listen()}/api` },
  });
  for (const app of [...instances, replica]) {
    for (const path of everybody)
      await eventually(async () => expect(await namesAt(app, path)).toEqual(both));
    expect(await namesAt(app, `${v2}/image_generation?client=reGen@9`)).toEqual(both);
    await oldWorkersSeeOnlyOld(app);
  }
  expect(await toldOf(one, '&channel=beta')).toEqual([
    'create old',
    'create first of its kind',
    'update first of its kind',
  ]);
  expect(await toldOf(one, '')).toEqual(['create old', 'create first of its kind']);
  expect(await toldOf(one, '&client=reGen@8')).toEqual(['create old']);
  expect((await verifyStore(one.store)).problems).toEqual([]);
});
