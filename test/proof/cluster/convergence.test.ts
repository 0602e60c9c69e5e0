import { expect, onTestFinished, test, vi } from 'vitest';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import type { Store } from '../../../src/store/store.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { categoryNames } from '../../support/categories.ts';
import { onDatabase } from '../../support/databases.ts';
import { openEventSource } from '../../support/event-source.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';

/** The ETags of everything an instance serves from memory. */
const etagsOf = (app: TestApp): string[] =>
  categoryNames.flatMap((name) =>
    (['v2', 'legacy'] as const).map(
      (format) => `${format} ${name} ${app.service.context.catalog.snapshot(format, name).body.etag}`,
    ),
  );

/** Makes an instance that is told of no commits, as on a standby: it knows only what it has looked up. */
function deaf(store: Store): Store {
  return { ...store, watch: async () => async () => {} };
}

onDatabase('PostgreSQL', (_database, makeStore, makeUrl) => {
  const start = async (databaseUrl: string, overrides: { store?: Store } = {}): Promise<TestApp> => {
    const app = await startTestApp({ settings: { databaseUrl, port: 0 }, overrides });
    onTestFinished(() => app[Symbol.asyncDispose]());
    return app;
  };
  const startThree = async (): Promise<[url: string, apps: [TestApp, TestApp, TestApp]]> => {
    const url = await makeUrl();
    return [url, [await start(url), await start(url), await start(url)]];
  };

  test('what is written at any instance is served by all, in the same bytes', async () => {
    const [, apps] = await startThree();
    for (const [index, app] of apps.entries()) {
      await app.seed('clip', { name: `from ${index}` });
      await app.seed('image_generation', {
        name: `from ${index}`,
        baseline: 'stable_diffusion_1',
        nsfw: false,
      });
    }
    await eventually(() => {
      expect(apps[0].service.context.catalog.snapshot('v2', 'clip').records).toHaveLength(3);
      expect(etagsOf(apps[1])).toEqual(etagsOf(apps[0]));
      expect(etagsOf(apps[2])).toEqual(etagsOf(apps[0]));
    });
  });

  test('an alias that is written at one instance is known to the others', async () => {
    const [, [one, two]] = await startThree();
    const path = `${v2}/text_generation/aliases/Mistral`;
    const put = await one.send('PUT', path, { key: keys.requestor, body: { aliases: ['Mistrall'] } });
    expect(put.statusCode).toBeLessThan(300);
    await eventually(async () => expect((await two.get(path)).statusCode).toBe(200));
  });

  test('an instance that hears nothing finds what was written by comparing versions', async () => {
    const url = await makeUrl();
    const one = await start(url);
    const two = await start(url, { store: deaf(await makeStore.on(url)) });
    await one.seed('clip', { name: 'unheard' });
    await eventually(() => expect(etagsOf(two)).toEqual(etagsOf(one)));
  });

  test('an instance that could not look for longer than readers may be kept waiting is not ready', async () => {
    const app = await start(await makeUrl());
    const age = vi.spyOn(app.service.follower, 'age');
    age.mockReturnValue(60_000);
    expect((await app.get('/readyz')).statusCode).toBe(200);
    age.mockReturnValue(61_000);
    const answer = await app.get('/readyz');
    expect([answer.statusCode, answer.json().detail]).toEqual([
      503,
      expect.stringContaining('for 61 seconds'),
    ]);
  });

  test('a stream at one instance tells what is applied at another, when it can be read here', async () => {
    const [, [one, two]] = await startThree();
    const origin = await two.service.listen();
    const client = await openEventSource(`${origin}${v2}/feed/stream`);
    onTestFinished(() => client.cut());
    await eventually(() => expect(client.events).toHaveLength(1));
    for (let round = 0; round < 5; round += 1) {
      await one.seed('clip', { name: `told ${round}` });
      await eventually(() => expect(client.models().at(-1)?.model_name).toBe(`told ${round}`));
      expect((await two.get(`${v2}/clip/model/told%20${round}`)).statusCode).toBe(200);
    }
    expect(client.models()).toHaveLength(5);
  });

  test('the same job at several instances at once applies once, and all get the same answer', async () => {
    const [, apps] = await startThree();
    const ids = [
      await apps[0].propose('POST', '/clip', { name: 'once' }),
      await apps[1].propose('POST', '/clip', { name: 'twice' }),
    ];
    expect(new Set(ids).size).toBe(2);
    await apps[2].approve(...ids);
    const body = { change_ids: ids, job_id: 'one job' };
    const answers = await Promise.all(
      [...apps, ...apps].map((app) =>
        app.send('POST', `${v2}/pending_queue/apply`, { key: keys.approver, body }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.json().applied_change_ids)))).toEqual(
      new Set([JSON.stringify(ids)]),
    );
    const events = await apps[0].store.read((reader) => auditStore(reader).events({ category: 'clip' }, 10));
    expect(events).toHaveLength(2);
  });

  test('ids of changes and batches, and the audit chain, hold with several instances writing at once', async () => {
    const [, apps] = await startThree();
    const rounds = Array.from({ length: 8 }, (_, round) => round);
    const changes = await Promise.all(
      rounds.flatMap((round) =>
        apps.map(async (app, instance) => {
          const id = await app.propose('POST', '/clip', { name: `${round} of ${instance}` });
          await app.approve(id);
          await app.apply(id);
          return id;
        }),
      ),
    );
    expect(changes.toSorted((a, b) => a - b)).toEqual(changes.map((_, index) => index + 1));
    const { problems, models } = await verifyStore(apps[0].store);
    expect([problems, models]).toEqual([[], changes.length]);
    await eventually(() => expect(new Set(apps.map((app) => etagsOf(app).join())).size).toBe(1));
  });
});
