import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { counterStore } from '../../../src/modules/counters/store.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { startTestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';
import { databases } from '../../support/make-database.ts';
import { newFolder } from '../../support/new-folder.ts';
import { type PostgresPair, startPostgresPair } from '../../support/postgres-process.ts';
import { runSql } from '../../support/run-sql.ts';
import { modelref } from '../cli/terminal.ts';

const next = (store: Store, counter: 'batch' | 'groups' = 'batch') =>
  store.write((writer) => counterStore(writer).next(counter));
const current = (store: Store) => store.read((reader) => counterStore(reader).current('batch'));

async function open(url: string, onServer?: (server: string) => void): Promise<Store> {
  const store = await openStore(url, { postgres: { ...(onServer && { onServer }) } });
  onTestFinished(() => store.close());
  return store;
}

/** A host that takes connections and says nothing. */
async function blackHole(): Promise<string> {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as { port: number }).port}`;
}

describe.runIf(databases.includes('PostgreSQL'))('a URL with a primary and a standby', () => {
  let pair: PostgresPair;
  beforeAll(async () => {
    pair = await startPostgresPair();
    // Makes the tables.
    await (await openStore(pair.urlOf(pair.primary))).close();
  });
  afterAll(() => pair?.stop());

  test('leads to the one that takes writes, wherever it stands', async () => {
    for (const hosts of [
      [pair.primary, pair.standby],
      [pair.standby, pair.primary],
      ['127.0.0.1:1', pair.standby, pair.primary],
    ]) {
      const servers: string[] = [];
      const store = await open(pair.urlOf(...hosts), (server) => servers.push(server));
      await next(store);
      expect(servers).toEqual([pair.primary]);
    }
  });

  test('is not held by a host that does not answer', async () => {
    const url = `${pair.urlOf(await blackHole(), pair.primary)}?connect_timeout=1`;
    // On a loaded machine the other host may need more than its second, too.
    expect(await eventually(async () => next(await open(url)))).toBeGreaterThan(0);
  });

  test('is refused with what is wrong with each server, and without the password', async () => {
    const refused = open(`${pair.urlOf('127.0.0.1:1', pair.standby)}?target_session_attrs=primary`);
    await expect(refused).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: `No server of the database can be used (target_session_attrs=primary): 127.0.0.1:1: the connection was lost or refused; ${pair.standby}: it is a standby.`,
    });
    await expect(open(`${pair.urlOf(pair.primary)}?target_session_attrs=master`)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(
        "target_session_attrs is 'master'; allowed: any, read-write, read-only, primary, standby, prefer-standby",
      ),
    });
  });

  test('is left while its server is read-only, and taken again afterwards', async () => {
    const store = await open(pair.urlOf(pair.primary, pair.standby));
    const before = await next(store);
    const readOnly = async (value: 'on' | 'off') => {
      const url = pair.urlOf(pair.primary);
      await runSql(url, `ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await runSql(url, 'SELECT pg_reload_conf()');
    };
    await readOnly('on');
    // The first one meets the read-only server on a connection that it had; from then on nothing connects.
    await eventually(() =>
      expect(next(store)).rejects.toThrow(
        `${pair.primary}: it is read-only; ${pair.standby}: it is a standby`,
      ),
    );
    await readOnly('off');
    expect(await eventually(() => next(store))).toBeGreaterThan(before);
  });

  describe('whose standby is read from', () => {
    /** A database of its own on these hosts. */
    const served = (...hosts: readonly string[]) => pair.urlOf(...hosts).replace(/postgres$/, 'served');
    beforeAll(async () => {
      await runSql(pair.urlOf(pair.primary), 'CREATE DATABASE served');
    });
    const start = async (databaseUrl: string) => {
      const app = await startTestApp({ settings: { databaseUrl } });
      onTestFinished(() => app[Symbol.asyncDispose]());
      return app;
    };

    test('serves what the primary has, soon what is written there, and refuses writes', async () => {
      const primary = await start(served(pair.primary));
      await primary.seed('clip', { name: 'before' });
      const waiting = await primary.propose('POST', '/clip', { name: 'waiting' });
      const standby = await start(served(pair.standby));
      expect(standby.store.writable).toBe(false);
      const clip = '/api/model_references/v2/clip';
      expect((await standby.get(clip)).json()).toHaveProperty('before');
      await primary.seed('clip', { name: 'after' });
      await eventually(async () => expect((await standby.get(clip)).json()).toHaveProperty('after'));

      const asApprover = { key: keys.approver };
      const queue = await standby.get('/api/model_references/v2/pending_queue/changes', asApprover);
      expect(queue.json().items).toContainEqual(expect.objectContaining({ change_id: waiting }));
      const refused = await standby.send('POST', clip, { ...asApprover, body: { name: 'x' } });
      expect([refused.statusCode, refused.json().detail]).toEqual([
        503,
        'This instance reads from a standby of its database and does not support write operations. Only instances on the primary of the database can modify data. Setting: database_url.',
      ]);
      expect((await standby.get('/api/replicate_mode')).json()).toMatchObject({ writable: false });
      expect((await standby.get('/readyz')).statusCode).toBe(200);
      expect((await standby.get('/metrics')).statusCode).toBe(200);
    });

    test('is verified and exported there', async () => {
      const environment = { MODELREF_DATABASE_URL: served(pair.standby) };
      const directory = newFolder();
      expect((await modelref(['audit', 'verify'], environment)).code).toBe(0);
      expect((await modelref(['audit', 'export', join(directory, 'trail')], environment)).code).toBe(0);
      const models = join(directory, 'models');
      expect((await modelref(['export', models, '--format', 'v2'], environment)).code).toBe(0);
      const clips = await readFile(join(models, 'clip.json'), 'utf8');
      expect(clips).toContain('before');
      await writeFile(join(models, 'clip.json'), clips.replaceAll('before', 'another'));
      const imported = await modelref(['import', models], environment);
      expect([imported.code, imported.noted.join()]).toEqual([1, expect.stringContaining('standby')]);
    });

    test('has to have the tables that this version needs', async () => {
      await runSql(pair.urlOf(pair.primary), 'CREATE DATABASE without_tables');
      const url = pair.urlOf(pair.standby).replace(/postgres$/, 'without_tables');
      await eventually(() =>
        expect(open(url)).rejects.toThrow('Start this version on the primary of the database first'),
      );
    });

    test('has no replica: that writes', async () => {
      const settings = { databaseUrl: served(pair.standby), replicateMode: 'REPLICA' } as const;
      await expect(startTestApp({ settings })).rejects.toThrow('this database is a read-only standby');
    });

    test('is only read where the URL says so, even when the primary has to serve', async () => {
      const store = await open(`${pair.urlOf(pair.primary)}?target_session_attrs=prefer-standby`);
      expect(store.writable).toBe(false);
      expect(store.promoted).toBeUndefined();
    });
  });

  test('leads to the standby once that is promoted in the place of a killed primary; nothing acknowledged is lost', async () => {
    const servers: string[] = [];
    const store = await open(pair.urlOf(pair.primary, pair.standby), (server) => servers.push(server));
    let heard = 0;
    await store.watch(() => {
      heard += 1;
    });
    const reader = await open(pair.urlOf(pair.standby));
    const promotion = reader.promoted?.(new AbortController().signal);
    let acknowledged = 0;
    const outcome = (async () => {
      for (;;) acknowledged = await next(store);
    })().catch((error: unknown) => error);
    await eventually(() => expect(acknowledged).toBeGreaterThan(50));
    pair.killPrimary();
    expect(await outcome).toMatchObject({ code: 'storage_unavailable' });

    await runSql(pair.urlOf(pair.standby), 'SELECT pg_promote()');
    const after = await eventually(() => next(store));
    // What the old primary may have given meanwhile is left out: no id is given twice.
    expect(after).toBeGreaterThan(acknowledged + 10_000);
    expect(await current(store)).toBe(after);
    expect(servers).toEqual([pair.primary, pair.standby]);
    await promotion;
    expect(await current(reader)).toBe(after);
    // It hears of what is written there, too.
    heard = 0;
    await next(store);
    await eventually(() => expect(heard).toBeGreaterThan(0));
  });
});
