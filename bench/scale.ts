/**
 * Measures how writes scale with the number of clients, on SQLite and on PostgreSQL.
 *
 *   npm run bench -- scale [--seconds 4]
 *
 * Every client proposes, approves and applies one change after the other. Both databases write a commit to
 * the disk before they confirm it.
 */
import { startIdentityServer } from '../test/support/identity-server.ts';
import { startPostgres } from '../test/support/postgres-process.ts';
import { RegistryClient, writers } from './registry-calls.ts';
import { benchArguments } from './report.ts';
import { startService, temporaryDirectory } from './service.ts';

const clientCounts = [1, 4, 16];

export async function benchScale(argv: string[]): Promise<unknown> {
  const { seconds } = benchArguments(argv);
  console.log(`writes: propose, approve and apply in turn, ${seconds} s each`);
  const writes = await writesByClients(seconds);
  console.table(writes);
  return { writes };
}

async function writesByClients(seconds: number) {
  const identity = await startIdentityServer();
  const postgres = await startPostgres('durable');
  const databases = { SQLite: {}, PostgreSQL: { MODELREF_DATABASE_URL: postgres.url } };
  try {
    const rows = [];
    for (const [database, environment] of Object.entries(databases)) {
      const service = await startService(temporaryDirectory(), {
        ...writers(identity.url),
        MODELREF_ACCESS_LOG: 'off',
        ...environment,
      });
      try {
        await applyFor(service.url, 1, 1, `${database} warm`);
        for (const clients of clientCounts) {
          const ms = await applyFor(service.url, clients, seconds, `${database} ${clients}`);
          const at = (share: number) => Number((ms[Math.floor((ms.length - 1) * share)] ?? 0).toFixed(1));
          const rate = Number((ms.length / seconds).toFixed(1));
          rows.push({ database, clients, 'applies/s': rate, 'p50 ms': at(0.5), 'p99 ms': at(0.99) });
        }
      } finally {
        await service.stop();
      }
    }
    return rows;
  } finally {
    await postgres.stop();
    await identity.close();
  }
}

/**
 * Lets the clients propose, approve and apply changes for `seconds`. Gives the milliseconds of every apply
 * call, ascending.
 */
async function applyFor(url: string, clients: number, seconds: number, name: string): Promise<number[]> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let serial = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new RegistryClient(url);
      while (performance.now() < end) {
        serial += 1;
        const id = await client.propose('clip', { name: `${name} ${serial}`, description: 'of a load run' });
        await client.approve([id]);
        const began = performance.now();
        await client.apply([id]);
        times.push(performance.now() - began);
      }
      client.close();
    }),
  );
  return times.sort((a, b) => a - b);
}
