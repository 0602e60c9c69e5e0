/**
 * What more workers give to reads, and what more clients and another database give to writes.
 *
 *   npm run bench -- scale [--data <dir>] [--seconds 4] [--rounds 3] [--connections 32]
 *
 * Reads: one record, from 1 and from 2 workers in turn, on SQLite. Writes: every client proposes, approves
 * and applies one change after the other; both databases put each commit on the disk before they report it.
 */
import { startIdentityServer } from '../test/support/identity-server.ts';
import { startPostgres } from '../test/support/postgres-process.ts';
import { hasWrk, measure } from './load.ts';
import { RegistryClient, writers } from './registry-calls.ts';
import { type BenchOptions, benchArguments, median } from './report.ts';
import { importData, startService, temporaryDirectory } from './service.ts';

const category = '/api/model_references/v2/image_generation';
const clientCounts = [1, 4, 16];

export async function benchScale(argv: string[]): Promise<unknown> {
  const options = benchArguments(argv);
  const { rounds, seconds, connections } = options;
  console.log(
    `reads: load by ${(await hasWrk()) ? 'wrk' : 'autocannon'}, ${connections} connections, ${rounds} rounds of ${seconds} s each, in turn`,
  );
  const reads = await readsByWorkers(options);
  console.table(reads);
  if (reads.some(({ errors }) => errors > 0)) {
    console.error('reads failed');
    process.exitCode = 1;
  }
  console.log(`writes: propose, approve and apply in turn, ${seconds} s each`);
  const writes = await writesByClients(options);
  console.table(writes);
  return { reads, writes };
}

async function readsByWorkers({ data, connections, seconds, rounds }: BenchOptions) {
  const services = [];
  try {
    for (const workers of [1, 2]) {
      const directory = temporaryDirectory();
      await importData(data, directory);
      const service = await startService(directory, { MODELREF_WORKERS: `${workers}` });
      services.push({ workers, service, results: [] as { rate: number; p99: number; errors: number }[] });
    }
    const [first] = services;
    const names = Object.keys((await (await fetch(first?.service.url + category)).json()) as object);
    const path = `${category}/model/${encodeURIComponent(names[0] ?? '')}`;
    for (let round = 0; round < rounds; round += 1) {
      for (const { service, results } of services) {
        const load = { url: service.url + path, headers: { 'accept-encoding': 'identity' }, connections };
        if (round === 0) await measure({ ...load, seconds: 1 });
        const { requestsPerSecond, p99, errors } = await measure({ ...load, seconds });
        results.push({ rate: requestsPerSecond, p99, errors });
      }
    }
    return services.map(({ workers, results }) => ({
      workers,
      'reads/s': Math.round(median(results.map(({ rate }) => rate))),
      'p99 ms': median(results.map(({ p99 }) => p99)),
      errors: results.reduce((sum, { errors }) => sum + errors, 0),
    }));
  } finally {
    for (const { service } of services) await service.stop();
  }
}

async function writesByClients({ seconds }: BenchOptions) {
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

/** The time of every apply call, in milliseconds, ascending. */
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
