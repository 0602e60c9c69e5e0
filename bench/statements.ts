/**
 * Prints the statements that a proposal, an approval and an apply send to PostgreSQL: for each call their
 * number, their time in the database, and the bytes that they add to the write-ahead log.
 *
 *   npm run bench -- statements [--rounds 50] [--clients 1] [--left 0]
 *
 * `--clients`: the number of calls at a time; calls at the same time share transactions. `--left`: the number
 * of approved changes that wait in the open batch and are not applied.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startIdentityServer } from '../test/support/identity-server.ts';
import { startPostgres } from '../test/support/postgres-process.ts';
import { RegistryClient, writers } from './registry-calls.ts';
import { rounded } from './report.ts';
import { startService, temporaryDirectory } from './service.ts';

/**
 * The counters of `pg_stat_statements` for one statement: `ms` in the database, `wal_bytes` in the
 * write-ahead log.
 */
interface Counted {
  readonly query: string;
  readonly calls: number;
  readonly ms: number;
  readonly rows: number;
  readonly wal_bytes: number;
}

const steps = ['propose', 'approve', 'apply'] as const;

export async function benchStatements(argv: string[]): Promise<unknown> {
  const options = {
    rounds: { type: 'string' },
    clients: { type: 'string' },
    left: { type: 'string' },
  } as const;
  const { values } = parseArgs({ args: argv, options });
  const { rounds, clients, left } = { rounds: 50, clients: 1, left: 0, ...numbers(values) };
  const identity = await startIdentityServer();
  const postgres = await startPostgres('durable', [
    'shared_preload_libraries=pg_stat_statements',
    'pg_stat_statements.track_planning=on',
  ]);
  const database = new pg.Client(postgres.url);
  await database.connect();
  await database.query('create extension pg_stat_statements');
  const service = await startService(temporaryDirectory(), {
    ...writers(identity.url),
    MODELREF_ACCESS_LOG: 'off',
    MODELREF_DATABASE_URL: postgres.url,
  });
  const callers = Array.from({ length: clients }, () => new RegistryClient(service.url));
  try {
    const counts = new Map(steps.map((step) => [step, [] as Counted[]]));
    const counted = async (step: (typeof steps)[number], calls: () => Promise<unknown>) => {
      await database.query('select pg_stat_statements_reset()');
      await calls();
      // What the service does behind its answer, such as looking at what it has notified itself of.
      await new Promise((resolve) => setTimeout(resolve, 20));
      counts.get(step)?.push(...(await countedStatements(database)));
    };
    const propose = (client: RegistryClient, name: string) =>
      client.propose('clip', { name, description: 'of a load run' });
    const waiting: number[] = [];
    for (let serial = 0; serial < left; serial += 1)
      waiting.push(await propose(callers[0] as RegistryClient, `left ${serial}`));
    if (left > 0) await callers[0]?.approve(waiting);
    for (let round = 0; round < rounds; round += 1) {
      let ids: number[] = [];
      const each = (call: (client: RegistryClient, index: number) => Promise<unknown>) => () =>
        Promise.all(callers.map(call));
      await counted('propose', async () => {
        ids = await Promise.all(callers.map((client, index) => propose(client, `${round} ${index}`)));
      });
      await counted(
        'approve',
        each((client, index) => client.approve([ids[index] as number])),
      );
      await counted(
        'apply',
        each((client, index) => client.apply([ids[index] as number])),
      );
    }
    return show(counts, rounds * clients);
  } finally {
    for (const client of callers) client.close();
    await service.stop();
    await database.end();
    await postgres.stop();
    await identity.close();
  }
}

function numbers(values: Readonly<Record<string, string | undefined>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
}

async function countedStatements(database: pg.Client): Promise<Counted[]> {
  const { rows } = await database.query(`
    select query, calls::int, total_plan_time + total_exec_time as ms, rows::int, wal_bytes::int from pg_stat_statements
    where query not like '%pg_stat_statements%'`);
  return rows as Counted[];
}

function show(counts: ReadonlyMap<string, readonly Counted[]>, calls: number) {
  const sums = (some: readonly Counted[]) => {
    const sum = (of: keyof Omit<Counted, 'query'>) => some.reduce((all, each) => all + each[of], 0) / calls;
    return {
      calls: rounded(sum('calls')),
      rows: rounded(sum('rows')),
      ms: rounded(sum('ms')),
      'WAL bytes': Math.round(sum('wal_bytes')),
    };
  };
  const totals = Object.fromEntries([...counts].map(([step, some]) => [step, sums(some)]));
  const statements: Record<string, object[]> = {};
  for (const [step, some] of counts) {
    const kinds = [...Map.groupBy(some, ({ query }) => query.replace(/\s+/g, ' '))];
    statements[step] = kinds
      .map(([query, own]) => ({ ...sums(own), query: query.slice(0, 130) }))
      .sort((a, b) => b.ms - a.ms);
    console.log(step);
    console.table(statements[step]);
  }
  console.log(`for each call, of ${calls}`);
  console.table(totals);
  return { totals, statements };
}
