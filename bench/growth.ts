/**
 * Measures the service with 1, 10 and 100 times the data at hand: import, start, memory, reads, an apply, and
 * the answers that the service computes from a category. Measures each computed answer the first time after
 * the start, the first time after a change, and later.
 *
 *   npm run bench -- growth [--data <dir>] [--factors 1,10,100]
 */
import { startIdentityServer } from '../test/support/identity-server.ts';
import { residentMiB } from '../test/support/process-memory.ts';
import { startService, temporaryDirectory } from '../test/support/service-process.ts';
import { importTimes } from './grown-data.ts';
import { RegistryClient, writers } from './registry-calls.ts';
import { benchArguments, median, rounded } from './report.ts';

const v2 = '/api/model_references/v2';

/** The paths whose answers the service computes from a category's snapshot, by label. */
const computed: Readonly<Record<string, string>> = {
  statistics: '/api/model_references/statistics/text_generation',
  'search, sorted': `${v2}/text_generation/search?name_contains=llama&sort_by=parameters&limit=50`,
  'search, all categories': `${v2}/search?name_contains=xl&limit=50`,
  groups: `${v2}/text_generation/groups`,
  'groups, summary': `${v2}/text_generation/groups/summary`,
  'groups, health': `${v2}/text_generation/groups/health`,
};

const turns = 50;
const changes = 5;

export async function benchGrowth(argv: string[]): Promise<unknown> {
  const { data, factors } = benchArguments(argv, { factors: [1, 10, 100] });
  const identity = await startIdentityServer();
  const rows: Record<string, Awaited<ReturnType<typeof grow>>> = {};
  try {
    for (const factor of factors) rows[`${factor} ×`] = await grow(data, factor, identity.url);
  } finally {
    await identity.close();
  }
  const part = <K extends 'service' | 'firstMs' | 'changedMs' | 'thenMs'>(of: K) =>
    Object.fromEntries(Object.entries(rows).map(([factor, row]) => [factor, row[of]]));
  console.table(part('service'));
  console.log('ms from a request to the end of its answer, the first time after the start');
  console.table(part('firstMs'));
  console.log(`the first time after a change: the median of ${changes}`);
  console.table(part('changedMs'));
  console.log(`and then: the median of ${turns}`);
  console.table(part('thenMs'));
  return { rows };
}

async function grow(data: string, factor: number, authUrl: string) {
  const directory = temporaryDirectory();
  const importStarted = performance.now();
  const models = await importTimes(data, factor, directory);
  const importSeconds = (performance.now() - importStarted) / 1000;
  const started = performance.now();
  const service = await startService(directory, writers(authUrl));
  const readyMs = performance.now() - started;
  const client = new RegistryClient(service.url);
  try {
    const memory = residentMiB(service.pid).now;
    const text = await (await fetch(`${service.url}${v2}/text_generation`)).text();
    const names = Object.keys(JSON.parse(text) as object);
    const record = (turn: number) =>
      `${v2}/text_generation/model/${encodeURIComponent(names[turn % names.length] ?? '')}`;
    const reads = [];
    for (let turn = 0; turn < 4 * turns; turn += 1) reads.push(await timed(service.url + record(turn)));
    const firstMs: Record<string, number> = {};
    const thenMs: Record<string, number> = {};
    for (const [name, path] of Object.entries(computed)) {
      firstMs[name] = rounded(await timed(service.url + path));
      const times = [];
      for (let turn = 0; turn < turns; turn += 1) times.push(await timed(service.url + path));
      thenMs[name] = rounded(median(times));
    }
    const applies = [];
    const afterChange: Record<string, number[]> = {};
    for (let turn = 0; turn < changes; turn += 1) {
      const name = `grown/Model-${turn}-7B`;
      const id = await client.propose('text_generation', { name, parameters: 7_000_000_000 });
      await client.approve([id]);
      const begun = performance.now();
      await client.apply([id]);
      applies.push(performance.now() - begun);
      for (const [name, path] of Object.entries(computed)) {
        afterChange[name] = [...(afterChange[name] ?? []), await timed(service.url + path)];
      }
    }
    const changed = Object.entries(afterChange).map(([name, all]) => [name, rounded(median(all))] as const);
    return {
      service: {
        models,
        'import s': rounded(importSeconds),
        'ready ms': Math.round(readyMs),
        'MiB after start': memory,
        'MiB after all': residentMiB(service.pid).now,
        'MiB peak': residentMiB(service.pid).peak,
        'one record ms': rounded(median(reads)),
        'text category MB': rounded(text.length / 1e6),
        'apply ms': Math.round(median(applies)),
      },
      firstMs,
      changedMs: Object.fromEntries(changed),
      thenMs,
    };
  } finally {
    client.close();
    await service.stop();
  }
}

/** Returns the milliseconds from a request to the end of its answer. */
async function timed(url: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(url);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return performance.now() - begun;
}
