/**
 * Measures searches over HTTP: one query again and again, and many different queries one after the other.
 * They take turns with reads of one record, for comparison. When the load generator is slower than the
 * service, the service's processor time says more than the rate.
 *
 *   npm run bench -- search-requests [--data <dir>] [--seconds 2] [--rounds 3] [--connections 16]
 */
import autocannon from 'autocannon';
import { processorSeconds } from './processor-time.ts';
import { benchArguments, median, rounded } from './report.ts';
import { importData, startService, temporaryDirectory } from './service.ts';

const images = '/api/model_references/v2/image_generation';
/**
 * Number of different queries: so many that the service has dropped a query's answer from its cache before
 * the same query comes again.
 */
const distinct = 3000;

export async function benchSearchRequests(argv: string[]): Promise<unknown> {
  const { data, seconds, rounds, connections } = benchArguments(argv, { seconds: 2, rounds: 3 });
  const directory = temporaryDirectory();
  await importData(data, directory);
  const service = await startService(directory);
  try {
    const cases = await casesOf(service.url);
    const costs: Record<string, number[]> = {};
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, paths] of Object.entries(cases)) {
        const before = processorSeconds(service.pid);
        const requests = paths.map((path) => ({ path }));
        const result = await autocannon({ url: service.url, requests, duration: seconds, connections });
        if (result.errors + result.non2xx > 0) throw new Error(`${name}: not all were answered`);
        const cost = ((processorSeconds(service.pid) - before) * 1e6) / result.requests.total;
        if (round > 0) costs[name] = [...(costs[name] ?? []), cost];
      }
    }
    const record = median(costs['one record'] ?? []);
    const rows = Object.fromEntries(
      Object.entries(costs).map(([name, each]) => [
        name,
        { 'processor time, µs': rounded(median(each)), 'record to it': rounded(record / median(each)) },
      ]),
    );
    console.log('Processor time of a request, and that of a record to it (the median of the rounds)');
    console.table(rows);
    return { rows };
  } finally {
    await service.stop();
  }
}

async function casesOf(url: string): Promise<Record<string, string[]>> {
  const [name = ''] = Object.keys((await (await fetch(url + images)).json()) as object);
  const pages = (limit: number) =>
    Array.from(
      { length: distinct },
      (_, at) => `${images}/search?limit=${limit + (at % 20)}&offset=${Math.floor(at / 20)}`,
    );
  return {
    'one record': [`${images}/model/${encodeURIComponent(name)}`],
    'one query, 50 records': [`${images}/search`],
    'distinct queries, 5 to 24 records': pages(5),
    'distinct queries, 45 to 64 records': pages(45),
  };
}
