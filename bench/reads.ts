/**
 * Measures hot reads beside two yardsticks that send the same bytes: a bare `node:http` server, and nginx
 * with the bytes as files (where it is installed). Each is a process of its own; they take turns within one
 * run, so that a ratio holds when the machine's speed drifts. On Linux it also measures the processor time of
 * a request, which other busy processes hardly change.
 *
 * With `--beside`, a second instance of the service runs with other settings: the ratio of the two is what
 * those settings cost.
 *
 *   npm run bench -- reads [--data <dir>] [--seconds 1] [--rounds 7] [--connections 32]
 *   npm run bench -- reads --beside MODELREF_CORS_ALLOWED_ORIGINS=https://console.example
 *   npm run bench -- reads --beside MODELREF_HOT_READS=false
 */
import { setTimeout as wait } from 'node:timers/promises';
import { hasWrk, type LoadResult, measure } from './load.ts';
import { hasNginx } from './nginx.ts';
import { serveFile } from './nginx-files.ts';
import { costOf } from './processor-time.ts';
import { rawGet, type Sent } from './raw-get.ts';
import { type BenchOptions, benchArguments, median, rounded } from './report.ts';
import { importData, type RunningService, startService, temporaryDirectory } from './service.ts';
import { startBareServer } from './start-bare-server.ts';

interface Case {
  readonly name: string;
  readonly path: string;
  readonly encoding: 'identity' | 'gzip';
  /**
   * True: the client already has the content, so it sends its ETag and gets a 304. Otherwise the client gets
   * the whole content. Default: false.
   */
  readonly known?: boolean;
  /**
   * A second path to measure in turns with `path`: the same read without the query parameter `baselines`.
   * Absent: `path` is measured without such a comparison.
   */
  readonly without?: string;
}

type Contestant = { readonly url: string; readonly pid: number; readonly path?: string };
type Contestants = {
  readonly ours: Contestant;
  readonly bare: Contestant;
  readonly nginx?: Contestant;
  readonly beside?: Contestant;
  readonly plain?: Contestant;
};
type Round = { readonly result: LoadResult; readonly microseconds: number };

const v2 = '/api/model_references/v2';

export async function benchReads(argv: string[]): Promise<unknown> {
  const options = benchArguments(argv, { seconds: 1, rounds: 7 });
  const directory = temporaryDirectory();
  await importData(options.data, directory);
  await using stack = new AsyncDisposableStack();
  const service = await startService(directory);
  stack.defer(() => service.stop());
  const beside =
    Object.keys(options.beside).length > 0
      ? await startService(directory, options.beside, { keep: true })
      : undefined;
  if (beside) stack.defer(() => beside.stop());
  const load = (await hasWrk()) ? 'wrk' : 'autocannon (wrk is not installed)';
  const { connections, rounds, seconds } = options;
  console.log(`load by ${load}, ${connections} connections, ${rounds} rounds of ${seconds} s each, in turn`);
  const nginx = await hasNginx();
  if (!nginx)
    console.log('nginx is not installed, so its columns are missing (Debian: apt-get install nginx)');
  const rows = [];
  for (const one of await casesOf(service.url)) {
    rows.push({
      name: one.name,
      ...(await compare(service, one, { ...options, nginx, ...(beside && { second: beside }) })),
    });
  }
  console.log('Requests per second, and ours to theirs (the median of the rounds)');
  console.table(Object.fromEntries(rows.map(({ name, rates }) => [name, rates])));
  console.log('Processor time of a request in µs, and theirs to ours (the median of the rounds)');
  console.table(Object.fromEntries(rows.map(({ name, costs }) => [name, costs])));
  return { rows };
}

async function casesOf(url: string): Promise<Case[]> {
  const images = `${v2}/image_generation`;
  const texts = `${v2}/text_generation`;
  const names = Object.keys((await (await fetch(url + images)).json()) as object);
  const record = `${images}/model/${encodeURIComponent(names[Math.floor(names.length / 2)] ?? '')}`;
  return [
    { name: 'one record', path: record, encoding: 'identity' },
    { name: 'one record, 304', path: record, encoding: 'identity', known: true },
    { name: 'image category', path: images, encoding: 'identity' },
    { name: 'image category, gzip', path: images, encoding: 'gzip' },
    { name: 'image category, 304', path: images, encoding: 'identity', known: true },
    ...(await profileCases(url, images)),
    { name: 'text category', path: texts, encoding: 'identity' },
    { name: 'text category, gzip', path: texts, encoding: 'gzip' },
  ];
}

/**
 * Gives cases that read the image category with the query parameter `baselines`, which lists all baselines
 * but the rarest. Each case also measures the read without this parameter. Empty when the data has fewer
 * than two baselines.
 */
async function profileCases(url: string, images: string): Promise<Case[]> {
  const records = Object.values(
    (await (await fetch(url + images)).json()) as Record<string, { baseline: string }>,
  );
  const counts = Object.entries(Object.groupBy(records, ({ baseline }) => baseline));
  const byUse = counts.sort(([, a], [, b]) => b!.length - a!.length).map(([baseline]) => baseline);
  // Too few to leave one out, as in small samples.
  if (byUse.length < 2) return [];
  const path = `${images}?baselines=${byUse.slice(0, -1).map(encodeURIComponent).join(',')}`;
  return (['identity', 'gzip'] as const).map((encoding) => ({
    name: `image category, profile, ${encoding}`,
    path,
    encoding,
    without: images,
  }));
}

async function compare(
  service: RunningService,
  one: Case,
  options: BenchOptions & { nginx: boolean; second?: RunningService },
) {
  const { path, encoding } = one;
  let sent = await rawGet(service.url + path, { 'accept-encoding': encoding });
  // A filtered body is compressed once somebody has asked for it.
  for (
    let tries = 0;
    tries < 100 && one.without && sent.headers['content-encoding'] === undefined && encoding !== 'identity';
    tries += 1
  ) {
    await wait(50);
    sent = await rawGet(service.url + path, { 'accept-encoding': encoding });
  }
  if ((sent.headers['content-encoding'] ?? 'identity') !== encoding)
    throw new Error(`${path}: not ${encoding}`);
  await using stack = new AsyncDisposableStack();
  const bare = await startBareServer({ [path]: sent }, service.directory);
  stack.defer(() => bare.stop());
  const { second } = options;
  const contestants: Contestants = {
    ours: service,
    bare,
    ...(second && { beside: second }),
    ...(one.without && { plain: { url: service.url, pid: service.pid, path: one.without } }),
  };
  // Files have no queries.
  if (options.nginx && !one.without) {
    const nginx = await serveFile({ path, ...sent }, service.directory);
    stack.defer(() => nginx.stop());
    return report(sent, await race({ ...contestants, nginx }, one, options));
  }
  return report(sent, await race(contestants, one, options));
}

/** Runs the rounds of all contestants; each round begins with another contestant. */
async function race(contestants: Contestants, one: Case, { connections, rounds, seconds }: BenchOptions) {
  const entries = Object.entries(contestants) as [keyof Contestants, Contestant][];
  const runs = await Promise.all(
    entries.map(async ([name, { url, pid, path = one.path }]) => {
      const load = { url: url + path, headers: await headersFor(url, { ...one, path }), connections };
      const measured: Round[] = [];
      return { name, pid, load, measured };
    }),
  );
  for (const { load } of runs) await measure({ ...load, seconds: 1 });
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < runs.length; turn += 1) {
      const { pid, load, measured } = runs[(round + turn) % runs.length]!;
      measured.push(await costOf(pid, () => measure({ ...load, seconds })));
    }
  }
  return Object.fromEntries(runs.map(({ name, measured }) => [name, measured])) as {
    readonly [name in keyof Contestants]: Round[];
  };
}

/**
 * Gives the headers of a request to the server at `url`. When the case is `known`, first asks this server
 * for its ETag: each server has ETags of its own.
 */
async function headersFor(url: string, { path, encoding, known }: Case): Promise<Record<string, string>> {
  const plain = { 'accept-encoding': encoding };
  if (!known) return plain;
  const { headers } = await rawGet(url + path, plain);
  return { ...plain, 'if-none-match': headers.etag ?? '' };
}

function report({ body }: Sent, { ours, bare, nginx, beside, plain }: Awaited<ReturnType<typeof race>>) {
  const all = [...ours, ...bare, ...(nginx ?? []), ...(beside ?? [])];
  const rateOf = ({ result }: Round) => result.requestsPerSecond;
  const costOfRound = ({ microseconds }: Round) => microseconds;
  const middle = (rounds: Round[] = [], of: (round: Round) => number) => rounded(median(rounds.map(of)));
  /**
   * Divides, for each round, a figure of `a` by the same figure of `b`. Gives the median of these ratios.
   * The two runs of a round are close in time, so the speed of the machine affects both alike.
   */
  const ratio = (a: Round[] = [], b: Round[] = [], of: (round: Round) => number) =>
    Number(median(a.map((round, i) => of(round) / of(b[i]!))).toFixed(2));
  return {
    rates: {
      bytes: body.length,
      ours: middle(ours, rateOf),
      'node:http': middle(bare, rateOf),
      'to node:http': ratio(ours, bare, rateOf),
      ...(nginx && { nginx: middle(nginx, rateOf), 'to nginx': ratio(ours, nginx, rateOf) }),
      ...(beside && { beside: middle(beside, rateOf), 'beside to ours': ratio(beside, ours, rateOf) }),
      ...(plain && { 'without profile': middle(plain, rateOf), 'to without': ratio(ours, plain, rateOf) }),
      'p50 ms': middle(ours, ({ result }) => result.p50),
      'p99 ms': middle(ours, ({ result }) => result.p99),
      errors: all.reduce((sum, { result }) => sum + result.errors, 0),
    },
    costs: {
      ours: middle(ours, costOfRound),
      'node:http': middle(bare, costOfRound),
      'node:http to ours': ratio(bare, ours, costOfRound),
      ...(beside && {
        beside: middle(beside, costOfRound),
        'beside to ours': ratio(beside, ours, costOfRound),
      }),
      ...(plain && {
        'without profile': middle(plain, costOfRound),
        'without to ours': ratio(plain, ours, costOfRound),
      }),
      ...(nginx && { nginx: middle(nginx, costOfRound), 'nginx to ours': ratio(nginx, ours, costOfRound) }),
    },
  };
}
