import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../support/app.ts';
import { onDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';

const v2 = '/api/model_references/v2';
const late = 'The database has not answered within 1.5 seconds.';

onDatabase('PostgreSQL', (_database, _makeStore, makeUrl) => {
  test('while the database is silent, probes are answered, and models are read', async () => {
    const url = new URL(await makeUrl());
    await using proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    await using app = await startTestApp({ settings: { databaseUrl: url.href } });
    await app.seed('clip', { name: 'kept' });
    expect((await app.get('/metrics')).body).toContain('modelref_database_up 1');
    expect((await app.get('/metrics')).body).toContain('modelref_queue_changes{status="applied"} 1');

    proxy.goSilent();
    const [ready, metrics, status, healthy, heartbeat, model] = await Promise.all([
      app.get('/readyz'),
      app.get('/metrics'),
      app.get(`${v2}/operations/status`, { key: keys.approver }),
      app.get('/healthz'),
      app.get('/api/heartbeat'),
      app.get(`${v2}/clip/model/kept`),
    ]);
    expect([ready.statusCode, ready.json().detail]).toEqual([503, late]);
    expect(metrics.statusCode).toBe(200);
    expect(metrics.body).toContain('modelref_database_up 0');
    expect(metrics.body).toContain('modelref_process_resident_memory_bytes');
    expect(metrics.body).not.toContain('modelref_queue_changes{');
    expect(status.json().obstacle).toBe(late);
    expect(status.json().parts[0]).toMatchObject({ part: 'database', problem: late });
    for (const { statusCode } of [healthy, heartbeat, model]) expect(statusCode).toBe(200);

    proxy.goOn();
    await eventually(async () => expect((await app.get('/readyz')).statusCode).toBe(200));
    // One connection that answers is enough to be ready; numbers that come late are left out.
    await eventually(async () =>
      expect((await app.get('/metrics')).body).toContain('modelref_queue_changes{status="applied"} 1'),
    );
  });

  test('while somebody holds a table, probes are answered, without the numbers in it', async () => {
    const databaseUrl = await makeUrl();
    await using app = await startTestApp({ settings: { databaseUrl } });
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('BEGIN; LOCK TABLE pending_changes');
    const [ready, metrics] = await Promise.all([app.get('/readyz'), app.get('/metrics')]);
    expect(ready.statusCode).toBe(200);
    expect(metrics.body).toContain('modelref_database_up 1');
    expect(metrics.body).not.toContain('modelref_queue_changes{');
    await holder.query('ROLLBACK');
    await eventually(async () =>
      expect((await app.get('/metrics')).body).toContain('modelref_queue_changes{status="pending"} 0'),
    );
  });
});
