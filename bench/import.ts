/**
 * Measures how much an import of many models delays clients that write at the same time.
 *
 *   npm run bench -- import [--data <dir>] [--factors 100]
 *
 * During the import, a service runs on the same database, and one client sends it proposals without a pause.
 * On SQLite, the bench itself also tries to take the write lock every few milliseconds. The column
 * "locked ms" shows the longest time for which it did not get the lock.
 */

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { startIdentityServer } from '../test/support/identity-server.ts';
import { startPostgres } from '../test/support/postgres-process.ts';
import { growData } from './grown-data.ts';
import { RegistryClient, writers } from './registry-calls.ts';
import { benchArguments, quantile, rounded } from './report.ts';
import { importData, startService, temporaryDirectory } from './service.ts';

export async function benchImport(argv: string[]): Promise<unknown> {
  const { data, factors } = benchArguments(argv, { factors: [100] });
  const identity = await startIdentityServer();
  const postgres = await startPostgres('durable');
  const rows: Record<string, object> = {};
  try {
    for (const factor of factors) {
      const { directory: grown, models } = await growData(data, factor, temporaryDirectory());
      const databases = { SQLite: {}, PostgreSQL: { MODELREF_DATABASE_URL: postgres.url } };
      for (const [database, environment] of Object.entries(databases)) {
        const settings = { ...writers(identity.url), MODELREF_ACCESS_LOG: 'off', ...environment };
        rows[`${database}, ${models} models`] = await importBeside(grown, settings);
      }
    }
  } finally {
    await postgres.stop();
    await identity.close();
  }
  console.table(rows);
  return { rows };
}

async function importBeside(grown: string, settings: Record<string, string>) {
  const directory = temporaryDirectory();
  const service = await startService(directory, settings);
  const client = new RegistryClient(service.url);
  const end = new AbortController();
  try {
    const file = settings.MODELREF_DATABASE_URL ? null : join(directory, 'registry.db');
    const beside = Promise.all([
      proposeUntil(client, end.signal),
      file === null ? null : lockedUntil(file, end.signal),
    ]);
    // The time of a proposal while nothing else is done.
    await pause(1000);
    const started = performance.now();
    await importData(grown, directory, settings).finally(() => end.abort());
    const seconds = (performance.now() - started) / 1000;
    const [{ ms, refused }, locked] = await beside;
    return {
      'import s': rounded(seconds),
      'locked ms': locked === null ? null : rounded(locked),
      proposals: ms.length,
      refused,
      'proposal p50 ms': rounded(quantile(ms, 0.5)),
      'longest ms': rounded(Math.max(...ms)),
    };
  } finally {
    end.abort();
    client.close();
    await service.stop();
  }
}

async function proposeUntil(client: RegistryClient, end: AbortSignal) {
  const ms: number[] = [];
  let refused = 0;
  for (let serial = 1; !end.aborted; serial += 1) {
    const begun = performance.now();
    await client
      .propose('clip', { name: `beside ${serial}`, description: 'of a load run' })
      .catch(() => (refused += 1));
    ms.push(performance.now() - begun);
  }
  return { ms, refused };
}

/**
 * Tries to take the write lock every few milliseconds, until `end` aborts. Gives the longest time, in ms, for
 * which this failed because another connection held the lock.
 */
async function lockedUntil(file: string, end: AbortSignal): Promise<number> {
  const database = new Sqlite(file, { timeout: 0 });
  let longest = 0;
  let free = performance.now();
  try {
    while (!end.aborted) {
      try {
        database.exec('begin immediate; rollback');
        free = performance.now();
      } catch {
        longest = Math.max(longest, performance.now() - free);
      }
      await pause(5);
    }
    return longest;
  } finally {
    database.close();
  }
}
