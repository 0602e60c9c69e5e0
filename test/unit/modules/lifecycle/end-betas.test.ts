import { expect, onTestFinished, test } from 'vitest';
import { appendEvents } from '../../../../src/modules/audit/index.ts';
import { verifyStore } from '../../../../src/modules/history/index.ts';
import { endBetas } from '../../../../src/modules/lifecycle/module.ts';
import { modelCategories } from '../../../../src/records/categories/index.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { forEachDatabase } from '../../../support/databases.ts';

const v2 = '/api/model_references/v2';
const year = 365 * 86_400;
const realNow = () => Math.floor(Date.now() / 1000);
const betaUntil = (seconds: number) => ({
  lifecycle: { state: 'beta', until: new Date(seconds * 1000).toISOString() },
});

forEachDatabase((_, _makeStore, makeUrl) => {
  const start = async (databaseUrl: string, now: () => number): Promise<TestApp> => {
    const app = await startTestApp({ settings: { databaseUrl }, overrides: { clock: { now } } });
    onTestFinished(() => app[Symbol.asyncDispose]());
    return app;
  };
  const operations = async (app: TestApp) => {
    const { events } = (await app.get(`${v2}/feed?limit=500&channel=beta`)).json();
    return events.map(({ operation, model_name }: Record<string, string>) => `${operation} ${model_name}`);
  };

  test('two instances that both believe to hold the lease end a beta once', async () => {
    const url = await makeUrl();
    // Their own work sees a time before the date, so that the calls below are alone.
    const before = realNow() - 2 * year;
    const apps = [await start(url, () => before), await start(url, () => before)] as const;
    const [one] = apps;
    await one.seed(
      'clip',
      { name: 'a', ...betaUntil(before + 100) },
      { name: 'b', ...betaUntil(before + 100) },
    );
    await Promise.all(apps.map((app) => app.service.context.catalog.refresh(['clip'])));
    const counts = await Promise.all(
      apps.map((app) =>
        endBetas({
          store: app.store,
          catalog: app.service.context.catalog,
          categories: modelCategories,
          settings: { canonicalFormat: 'v2' },
          append: appendEvents,
          now: () => before + 200,
          held: async () => true,
        }),
      ),
    );
    expect(counts.sort()).toEqual([0, 2]);
    expect(await operations(one)).toEqual(['create a', 'create b', 'update a', 'update b']);
    expect((await verifyStore(one.store)).problems).toEqual([]);
  });

  test('an instance whose clock is years ahead shows no model early, neither by itself nor by writes', async () => {
    const url = await makeUrl();
    const app = await start(url, () => realNow() + 3 * year);
    const beta = betaUntil(realNow() + year);
    await app.seed('clip', { name: 'trial', ...beta });
    const id = await app.propose('PUT', '/clip/model/trial', {
      name: 'trial',
      description: 'edited',
      ...beta,
    });
    await app.approve(id);
    await app.apply(id);
    await endBetas({
      store: app.store,
      catalog: app.service.context.catalog,
      categories: modelCategories,
      settings: { canonicalFormat: 'v2' },
      append: appendEvents,
      now: () => realNow() + 3 * year,
      held: async () => true,
    });
    expect((await app.get(`${v2}/clip/model/trial`)).statusCode).toBe(404);
    expect((await app.get(`${v2}/clip/model/trial?channel=beta`)).json()).toMatchObject({
      description: 'edited',
      lifecycle: { state: 'beta' },
    });
  });
});
