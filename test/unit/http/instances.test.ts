import { expect, it } from 'vitest';
import { forgottenAfter } from '../../../src/modules/operations/module.ts';
import { instanceStore } from '../../../src/modules/operations/store.ts';
import { openStore } from '../../../src/store/open.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';
import { makeDefaultDatabase } from '../../support/make-database.ts';

const operations = '/api/model_references/v2/operations';
const instancesOf = async (app: TestApp) =>
  (await app.get(`${operations}/instances`, { key: keys.approver })).json().items;

it('lists the processes on a database, forgets those that were killed, and those that stop are gone', async () => {
  const { url: databaseUrl, remove } = await makeDefaultDatabase();
  const time = { seconds: 1_800_000_000 };
  const killed = {
    id: 'killed',
    host: 'h',
    process: 1,
    version: '0',
    role: 'PRIMARY' as const,
    started_at: 1,
    seen_at: time.seconds - forgottenAfter,
    lag_seconds: null,
  };
  {
    const store = await openStore(databaseUrl);
    await store.write(async (tx) => {
      await instanceStore(tx).put({ ...killed, id: 'forgotten', seen_at: killed.seen_at - 1 });
      await instanceStore(tx).put(killed);
    });
    await store.close();
  }
  const start = () =>
    startTestApp({ settings: { databaseUrl }, overrides: { clock: { now: () => time.seconds } } });
  await using app = await start();
  {
    await using _other = await start();
    await eventually(async () => expect(await instancesOf(app)).toHaveLength(3));
    const [one, two, last] = await instancesOf(app);
    expect(last).toEqual(killed);
    expect(one).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      host: expect.any(String),
      process: process.pid,
      version: expect.stringMatching(/^\d/),
      role: 'PRIMARY',
      started_at: time.seconds,
      seen_at: time.seconds,
      lag_seconds: null,
    });
    expect(two.id).not.toBe(one.id);
  }
  expect(await instancesOf(app)).toHaveLength(2);
  await app[Symbol.asyncDispose]();
  await remove();
});
