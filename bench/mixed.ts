/**
 * Measures everything at the same time: hot reads, searches, statistics and groups, while models of the
 * largest category are applied one after the other, so that its snapshots are rebuilt and compressed all the
 * time. Shows how long the service's event loop was kept busy at a time, how long garbage collections stopped
 * it, and the times of reads and writes. Measures the same without writes, for comparison. Then twenty
 * clients download the whole text category at once.
 *
 *   npm run bench -- mixed [--data <dir>] [--factors 1] [--seconds 10] [--connections 32]
 */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { startIdentityServer } from '../test/support/identity-server.ts';
import { importTimes } from './grown-data.ts';
import { measure } from './load.ts';
import type { LoopReport } from './loop-watch.ts';
import { rawGet } from './raw-get.ts';
import { RegistryClient, writers } from './registry-calls.ts';
import { type BenchOptions, benchArguments, median, quantile, rounded } from './report.ts';
import { type RunningService, startService, temporaryDirectory } from './service.ts';

const v2 = '/api/model_references/v2';

const computed = [
  `${v2}/text_generation/search?name_contains=llama&sort_by=parameters&limit=50`,
  `${v2}/image_generation/search?nsfw=false&limit=100`,
  '/api/model_references/statistics/text_generation',
  `${v2}/text_generation/groups/summary`,
];

const downloaders = 20;
const downloadRounds = 10;

export async function benchMixed(argv: string[]): Promise<unknown> {
  const options = benchArguments(argv, { seconds: 10 });
  const figures: Record<string, unknown> = {};
  for (const factor of options.factors) figures[`${factor} ×`] = await mixed(factor, options);
  return figures;
}

async function mixed(factor: number, options: BenchOptions) {
  const directory = temporaryDirectory();
  const models = await importTimes(options.data, factor, directory);
  const identity = await startIdentityServer();
  const preload = fileURLToPath(new URL('./loop-watch.ts', import.meta.url));
  const settings = { ...writers(identity.url), MODELREF_ACCESS_LOG: 'off' };
  const service = await startService(directory, settings, { preload });
  try {
    console.log(
      `${models} models, ${options.connections} connections for the hot reads, ${options.seconds} s`,
    );
    await under(service, { ...options, seconds: 2 }, true);
    const load = {
      'reads only': await under(service, options, false),
      'and applies': await under(service, options, true),
    };
    console.table(load);
    await untilCompressed(service.url);
    const downloads = {
      identity: await downloadAtOnce(service, 'identity'),
      gzip: await downloadAtOnce(service, 'gzip'),
    };
    console.log(`${downloaders} at once download the text category: ms until the last has all of it`);
    console.table(downloads);
    return { models, load, downloads };
  } finally {
    await service.stop();
    await identity.close();
  }
}

async function under(service: RunningService, { seconds, connections }: BenchOptions, writing: boolean) {
  const names = Object.keys((await (await fetch(`${service.url}${v2}/text_generation`)).json()) as object);
  const record = `${v2}/text_generation/model/${encodeURIComponent(names[0] ?? '')}`;
  const end = performance.now() + seconds * 1000;
  const headers = { 'accept-encoding': 'gzip' };
  service.process.send('start');
  const [hot, whole, computedMs, applyMs] = await Promise.all([
    measure({ url: service.url + record, headers, connections, seconds }),
    measure({ url: `${service.url}${v2}/text_generation`, headers, connections: 4, seconds }),
    readComputed(service.url, end),
    writing ? applyOneByOne(service.url, end) : [],
  ]);
  const answered = once(service.process, 'message');
  service.process.send('report');
  const [loop] = (await answered) as [LoopReport];
  return {
    'loop delay p50 ms': rounded(loop.delayP50),
    'loop delay p99 ms': rounded(loop.delayP99),
    'loop delay max ms': rounded(loop.delayMax),
    collections: loop.collections,
    'collection max ms': rounded(loop.collectionMax),
    'records/s': rounded(hot.requestsPerSecond),
    'record p99 ms': hot.p99,
    'categories/s': rounded(whole.requestsPerSecond),
    'computed p50 ms': rounded(quantile(computedMs, 0.5)),
    'computed p99 ms': rounded(quantile(computedMs, 0.99)),
    applies: applyMs.length,
    'apply p50 ms': applyMs.length > 0 ? rounded(median(applyMs)) : null,
    errors: hot.errors + whole.errors,
  };
}

/**
 * Requests the answers that the service computes, one after the other, until the clock (`performance.now()`)
 * reaches `end`. Gives the milliseconds of each request.
 */
async function readComputed(url: string, end: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let turn = 0; performance.now() < end; turn += 1) {
    const begun = performance.now();
    await rawGet(url + computed[turn % computed.length], { 'accept-encoding': 'gzip' }, agent);
    times.push(performance.now() - begun);
  }
  agent.destroy();
  return times;
}

let serial = 0;

/**
 * Proposes, approves and applies one text model after the other until the clock reaches `end`. Gives the
 * milliseconds of each apply.
 */
async function applyOneByOne(url: string, end: number): Promise<number[]> {
  const client = new RegistryClient(url);
  const times: number[] = [];
  while (performance.now() < end) {
    serial += 1;
    const name = `mixed/Model-${serial}-7B`;
    const id = await client.propose('text_generation', { name, parameters: 7_000_000_000 });
    await client.approve([id]);
    const begun = performance.now();
    await client.apply([id]);
    times.push(performance.now() - begun);
  }
  client.close();
  return times;
}

/**
 * Resolves once the service has compressed the snapshot after the last apply. Until then the service sends
 * the category uncompressed.
 */
async function untilCompressed(url: string): Promise<void> {
  const headers = { 'accept-encoding': 'gzip' };
  for (let tries = 0; tries < 1_000; tries += 1) {
    const answer = await rawGet(`${url}${v2}/text_generation`, headers);
    if (answer.headers['content-encoding'] === 'gzip') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the text category was not compressed in time');
}

/**
 * Runs several rounds, in each of which all clients download the text category at once. Gives the bytes of
 * one answer. Also takes the slowest download of each round but the first, which opens the connections. Gives
 * the median and the largest of these times, in ms.
 */
async function downloadAtOnce({ url }: RunningService, acceptEncoding: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: downloaders });
  const path = `${url}${v2}/text_generation`;
  const slowest: number[] = [];
  let bytes = 0;
  for (let round = 0; round <= downloadRounds; round += 1) {
    const begun = performance.now();
    const times = await Promise.all(
      Array.from({ length: downloaders }, async () => {
        const { body } = await rawGet(path, { 'accept-encoding': acceptEncoding }, agent);
        bytes = body.length;
        return performance.now() - begun;
      }),
    );
    // The first round opens the connections.
    if (round > 0) slowest.push(Math.max(...times));
  }
  agent.destroy();
  return { bytes, median: rounded(median(slowest)), worst: rounded(Math.max(...slowest)) };
}
