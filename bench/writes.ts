/**
 * Measures proposals and applies per second from one client and from sixteen. Each commit is on the disk
 * before the service answers. To compare, it also measures single-row commits of bare SQLite with the same
 * settings.
 *
 *   npm run bench -- writes [--data <dir>] [--seconds 4]
 */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { startIdentityServer } from '../test/support/identity-server.ts';
import { importData, startService, temporaryDirectory } from '../test/support/service-process.ts';
import { RegistryClient, writers } from './registry-calls.ts';
import { benchArguments, quantile, rounded } from './report.ts';

const clientCounts = [1, 16];

export async function benchWrites(argv: string[]): Promise<unknown> {
  const { data, seconds } = benchArguments(argv);
  const directory = temporaryDirectory();
  await importData(data, directory);
  const identity = await startIdentityServer();
  const service = await startService(directory, { ...writers(identity.url), MODELREF_ACCESS_LOG: 'off' });
  try {
    await writeFor(service.url, 1, 0.5, 'warm');
    const rows: Record<string, object> = {};
    for (const count of clientCounts) {
      const commits = bareCommits(directory, 1);
      const { proposals, applies } = await writeFor(service.url, count, seconds, `${count} clients`);
      rows[`${count} ${count === 1 ? 'client' : 'clients'}`] = {
        'proposals/s': rounded(proposals.perSecond),
        'proposal p50 ms': rounded(quantile(proposals.ms, 0.5)),
        'proposal p99 ms': rounded(quantile(proposals.ms, 0.99)),
        'applies/s': rounded(applies.perSecond),
        'apply p50 ms': rounded(quantile(applies.ms, 0.5)),
        'apply p99 ms': rounded(quantile(applies.ms, 0.99)),
        'bare commits/s': rounded(commits),
        'proposals to bare': rounded(proposals.perSecond / commits),
        'applies to bare': rounded(applies.perSecond / commits),
      };
    }
    console.log(`${seconds} s each`);
    console.table(rows);
    return { rows };
  } finally {
    await service.stop();
    await identity.close();
  }
}

/** Inserts rows into a new SQLite database, one per commit. Returns the number of commits per second. */
function bareCommits(directory: string, seconds: number): number {
  const database = new Sqlite(join(directory, `bare-${Date.now()}.db`));
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.exec('create table rows (id integer primary key, text text)');
    const insert = database.prepare('insert into rows (text) values (?)');
    const text = 'x'.repeat(1000);
    const started = performance.now();
    let count = 0;
    while (performance.now() - started < seconds * 1000) {
      insert.run(text);
      count += 1;
    }
    return (count * 1000) / (performance.now() - started);
  } finally {
    database.close();
  }
}

interface Timed {
  readonly perSecond: number;
  /** The time of each call, in milliseconds. */
  readonly ms: readonly number[];
}

/**
 * Proposes changes for `seconds`. Then applies them, one per call, for another `seconds`. Approves them in
 * batches of a hundred, because each apply moves the rest of its batch to a new batch: the larger the batch,
 * the longer an apply takes.
 */
async function writeFor(url: string, count: number, seconds: number, name: string) {
  const clients = Array.from({ length: count }, () => new RegistryClient(url));
  const ids: number[] = [];
  let serial = 0;
  try {
    const proposals = await timedFor(clients, seconds, async (client) => {
      serial += 1;
      const record = { name: `${name} ${serial}`, description: 'of a load run' };
      ids.push(await client.propose('clip', record));
      return true;
    });
    const ms: number[] = [];
    let spent = 0;
    for (let at = 0; at < ids.length && spent < seconds; at += atOnce) {
      const waiting = ids.slice(at, at + atOnce);
      await clients[0]?.approve(waiting);
      const applies = await timedFor(clients, seconds - spent, async (client) => {
        const id = waiting.shift();
        if (id === undefined) return false;
        await client.apply([id]);
        return true;
      });
      ms.push(...applies.ms);
      spent += applies.ms.length / applies.perSecond;
    }
    return { proposals, applies: { perSecond: ms.length / spent, ms } };
  } finally {
    for (const client of clients) client.close();
  }
}

const atOnce = 100;

/**
 * Lets every client call `write` again and again, for `seconds`. A client stops earlier when its `write`
 * gives false.
 */
async function timedFor(
  clients: readonly RegistryClient[],
  seconds: number,
  write: (client: RegistryClient) => Promise<boolean>,
): Promise<Timed> {
  const started = performance.now();
  const ms: number[] = [];
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - started < seconds * 1000) {
        const begun = performance.now();
        if (!(await write(client))) return;
        ms.push(performance.now() - begun);
      }
    }),
  );
  return { perSecond: (ms.length * 1000) / (performance.now() - started), ms };
}
