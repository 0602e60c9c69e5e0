import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { counterStore } from '../../../src/modules/counters/store.ts';
import { onDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { runSql } from '../../support/run-sql.ts';
import { aModel, holdLock } from './samples.ts';

const program = '/usr/sbin/pgbouncer';
/** It does not run as root. */
const nobody = 65_534;

/** The URL of the same database behind a real PgBouncer that lends connections for one transaction. */
async function pooled(url: string): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'modelref-pgbouncer-'));
  const listenPort = await freePort();
  await writeFile(join(folder, 'users'), `"${username}" "${password}"\n`);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = 2
logfile =
pidfile =
`,
  );
  const asRoot = process.getuid?.() === 0;
  await chmod(folder, 0o755);
  if (asRoot) await chown(folder, nobody, nobody);
  const child: ChildProcess = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(asRoot && { uid: nobody, gid: nobody }),
  });
  onTestFinished(async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  });
  const through = `postgres://${username}:${password}@127.0.0.1:${listenPort}${pathname}`;
  await eventually(() => runSql(through, 'SELECT 1'));
  return through;
}

onDatabase('PostgreSQL', (_database, makeStore, makeUrl) => {
  test.skipIf(!existsSync(program))(
    'behind PgBouncer in transaction mode a store starts, keeps its time-outs, and hears of the writes of others',
    async () => {
      const url = await makeUrl('nothing');
      const through = await pooled(url);
      const store = await makeStore.on(through, { postgres: { statementTimeoutMs: 2_000 } });
      const other = await makeStore.on(through);
      let heard = 0;
      await store.watch(() => {
        heard += 1;
      });
      await other.write((writer) => modelStore(writer).put(aModel(), 1));
      await eventually(() => expect(heard).toBeGreaterThan(0));
      const counts = await store.read((reader) => modelStore(reader).counts());
      expect(counts.get('clip')).toBe(1);
      // Another transaction may get a connection that does not know them.
      const prepared = await other.write((writer) =>
        sql`select name from pg_prepared_statements`.execute(writer.db),
      );
      expect(prepared.rows).toEqual([]);

      const thaw = await holdLock(other, (writer) => counterStore(writer).next('batch'));
      await expect(store.write((writer) => counterStore(writer).next('batch'))).rejects.toThrow(
        'took too long',
      );
      expect(await thaw()).toBe(1);
    },
  );
});
