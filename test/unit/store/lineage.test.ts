import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { backup } from '../../../src/app/backup.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { sqliteFile } from '../../../src/store/open.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { keys } from '../../support/identity-server.ts';
import { newFolder } from '../../support/new-folder.ts';
import { runSql } from '../../support/run-sql.ts';

/** Copies a database that nobody has open; gives the URL of the copy. */
async function copyOf(url: string): Promise<string> {
  const file = sqliteFile(url);
  if (file !== null) {
    const copy = join(newFolder(), 'copy.db');
    await backup(file, copy, { replace: false });
    return `sqlite:${copy}`;
  }
  const [copy, server] = [new URL(url), new URL(url)];
  const name = `modelref_test_${randomUUID().replaceAll('-', '')}`;
  copy.pathname = `/${name}`;
  server.pathname = '/postgres';
  await runSql(server.href, `CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)}`);
  onTestFinished(() => runSql(server.href, `DROP DATABASE ${name} WITH (FORCE)`));
  return copy.href;
}

/** Has ids given: of a change, of a batch, of a request. */
async function give(app: TestApp, name: string) {
  const change = await app.propose('POST', '/clip', { name });
  const batch = await app.approve(change);
  await app.apply(change);
  const body = { category: 'clip', name: `wanted ${name}`, why: 'for tests' };
  const asked = await app.send('POST', '/api/model_references/v2/requests', { key: keys.requestor, body });
  expect(asked.statusCode, asked.body).toBe(201);
  return { change, batch, request: asked.json().request_id as number };
}

forEachDatabase((_, __, makeUrl) => {
  test('no id that was given before a copy was restored is given to anything else', async () => {
    const logs: unknown[] = [];
    const during = async <T>(databaseUrl: string, work: (app: TestApp) => Promise<T>): Promise<T> => {
      await using app = await startTestApp({ settings: { databaseUrl }, onLog: ({ msg }) => logs.push(msg) });
      return await work(app);
    };
    const url = await makeUrl();
    const kept = await during(url, (app) => give(app, 'kept'));
    const copy = await copyOf(url);
    const lost = await during(url, (app) => give(app, 'lost'));
    expect(lost).toEqual({ change: kept.change + 1, batch: kept.batch + 1, request: kept.request + 1 });
    expect(logs.join()).not.toContain('a copy was restored');

    const next = await during(copy, (app) => give(app, 'next'));
    for (const kind of ['change', 'batch', 'request'] as const) {
      expect(next[kind]).toBeGreaterThan(lost[kind] + 9_000);
      expect(next[kind] % 1000).toBe(1);
    }
    expect(logs.join()).toContain('a copy was restored');
    // Once only; and the trail of such a database is in order.
    const then = await during(copy, async (app) => {
      const given = await give(app, 'then');
      expect((await verifyStore(app.store)).problems).toEqual([]);
      return given;
    });
    expect(then).toEqual({ change: next.change + 1, batch: next.batch + 1, request: next.request + 1 });
  });

  test('a backup that is restored again gives other ids than the first time', async () => {
    const url = await makeUrl();
    const during = async (databaseUrl: string, name: string) => {
      await using app = await startTestApp({ settings: { databaseUrl } });
      return await give(app, name);
    };
    await during(url, 'kept');
    const copies = [await copyOf(url), await copyOf(url)] as const;
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'] });
    const first = await during(copies[0], 'first');
    vi.setSystemTime(Date.now() + 60_000);
    const second = await during(copies[1], 'second');
    for (const kind of ['change', 'batch', 'request'] as const) {
      expect(Math.abs(second[kind] - first[kind])).toBeGreaterThanOrEqual(1000);
    }
  });
});
