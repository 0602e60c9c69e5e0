/**
 * Hot reads: the service beside a bare `node:http` server that sends the same bytes with the same headers, in the same run, in turn
 * (A B A B …), so that the ratio holds when the machine's speed drifts. On Linux also the processor time that each of them takes
 * for a request, which holds when other processes want the machine as well.
 *
 *   npm run bench -- reads [--data <dir>] [--seconds 4] [--rounds 3] [--connections 32] [--json <file>]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BareRoutes } from './bare-server.ts';
import { hasWrk, type LoadResult, measure } from './load.ts';
import { costOf } from './processor-time.ts';
import { benchArguments, median } from './report.ts';
import { importData, startService, temporaryDirectory } from './service.ts';

interface Case {
  name: string;
  path: string;
  headers: Record<string, string>;
}

const category = '/api/model_references/v2/image_generation';

export async function benchReads(argv: string[]): Promise<void> {
  const options = benchArguments(argv);
  const directory = temporaryDirectory();
  await importData(options.data, directory);
  const service = await startService(directory);
  try {
    const names = Object.keys((await (await fetch(service.url + category)).json()) as object);
    const record = `${category}/model/${encodeURIComponent(names[Math.floor(names.length / 2)] ?? '')}`;
    const plain = { 'accept-encoding': 'identity' };
    const knowing = async (path: string) => {
      const { headers } = await rawGet(service.url + path, plain);
      return { ...plain, 'if-none-match': headers.etag ?? '' };
    };
    const cases: Case[] = [
      { name: 'one record', path: record, headers: plain },
      { name: 'category, identity', path: category, headers: plain },
      { name: 'category, gzip', path: category, headers: { 'accept-encoding': 'gzip' } },
      { name: 'record, 304', path: record, headers: await knowing(record) },
      { name: 'category, 304', path: category, headers: await knowing(category) },
    ];
    console.log(
      `load by ${(await hasWrk()) ? 'wrk' : 'autocannon'}, ${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s each, in turn`,
    );
    const rows = [];
    for (const one of cases) rows.push(await compare(service, one, options, directory));
    console.table(Object.fromEntries(rows.map(({ name, ...row }) => [name, row])));
    if (options.json) writeFileSync(options.json, `${JSON.stringify({ bench: 'reads', rows }, null, 2)}\n`);
  } finally {
    await service.stop();
  }
}

async function compare(
  service: { url: string; pid: number },
  one: Case,
  options: ReturnType<typeof benchArguments>,
  directory: string,
) {
  const bare = await startBareServer(service.url, one, directory);
  try {
    const ours: LoadResult[] = [];
    const theirs: LoadResult[] = [];
    const ourCpu: number[] = [];
    const theirCpu: number[] = [];
    const load = { headers: one.headers, connections: options.connections, seconds: options.seconds };
    await measure({ ...load, url: service.url + one.path, seconds: 1 });
    await measure({ ...load, url: bare.url + one.path, seconds: 1 });
    for (let round = 0; round < options.rounds; round++) {
      const [our, their] = [
        await costOf(service.pid, () => measure({ ...load, url: service.url + one.path })),
        await costOf(bare.pid, () => measure({ ...load, url: bare.url + one.path })),
      ];
      ours.push(our.result);
      theirs.push(their.result);
      ourCpu.push(our.microseconds);
      theirCpu.push(their.microseconds);
    }
    const requestsPerSecond = ({ requestsPerSecond }: LoadResult) => requestsPerSecond;
    return {
      name: one.name,
      'ours req/s': Math.round(median(ours.map(requestsPerSecond))),
      'bare req/s': Math.round(median(theirs.map(requestsPerSecond))),
      ratio: medianRatio(ours.map(requestsPerSecond), theirs.map(requestsPerSecond)),
      'ours CPU µs': Number(median(ourCpu).toFixed(1)),
      'bare CPU µs': Number(median(theirCpu).toFixed(1)),
      'CPU ratio': medianRatio(theirCpu, ourCpu),
      'ours p50 ms': median(ours.map((result) => result.p50)),
      'ours p99 ms': median(ours.map((result) => result.p99)),
      'bare p50 ms': median(theirs.map((result) => result.p50)),
      'bare p99 ms': median(theirs.map((result) => result.p99)),
      errors: [...ours, ...theirs].reduce((sum, result) => sum + result.errors, 0),
    };
  } finally {
    bare.stop();
  }
}

/** Of each round, and of all rounds the middle one: ours against theirs at nearly the same time. */
function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return Number(median(ours.map((value, i) => value / (theirs[i] ?? Number.NaN))).toFixed(2));
}

/** A bare server that answers `one` with the bytes and headers that the service answers it with. */
async function startBareServer(serviceUrl: string, one: Case, directory: string) {
  const { 'if-none-match': _, ...plainHeaders } = one.headers;
  const answer = await rawGet(serviceUrl + one.path, plainHeaders);
  const routes: BareRoutes = {
    [one.path]: { body: answer.body.toString('base64'), headers: answer.headers },
  };
  const file = join(directory, 'bare-routes.json');
  writeFileSync(file, JSON.stringify(routes));
  const child = spawn(process.execPath, ['bench/bare-server.ts', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    url: `http://127.0.0.1:${line.split(' ')[1]}`,
    pid: child.pid ?? 0,
    stop: () => child.kill('SIGKILL'),
  };
}

/** The bytes as sent, not decoded (fetch would decompress). */
async function rawGet(url: string, headers: Record<string, string>) {
  const { request } = await import('node:http');
  return new Promise<{ body: Buffer; headers: Record<string, string> }>((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const kept = ['content-type', 'etag', 'cache-control', 'vary', 'content-encoding'];
        const entries = kept.flatMap((name) => {
          const value = response.headers[name];
          return typeof value === 'string' ? [[name, value] as const] : [];
        });
        resolve({ body: Buffer.concat(chunks), headers: Object.fromEntries(entries) });
      });
    })
      .on('error', reject)
      .end();
  });
}
