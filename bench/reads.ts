/**
 * Measures hot reads beside nginx, which sends the same bytes from files (where it is installed). They take
 * turns within one run, so that a ratio holds when the machine's speed drifts. The processor time of a request
 * (on Linux) is hardly changed by other busy processes.
 *
 *   npm run bench -- reads [--data <dir>] [--seconds 1] [--rounds 7] [--connections 32]
 */
import { hasNginx } from '../test/support/nginx.ts';
import {
  importData,
  type RunningService,
  startService,
  temporaryDirectory,
} from '../test/support/service-process.ts';
import { type LoadResult, measure } from './load.ts';
import { rawGet, serveFile } from './nginx-file.ts';
import { type BenchOptions, benchArguments, median, rounded } from './report.ts';

interface Case {
  readonly name: string;
  readonly path: string;
  readonly encoding: 'identity' | 'gzip';
  /** True: the client sends the ETag of what it has, and gets a 304. Default: it gets the whole content. */
  readonly known?: boolean;
}

const v2 = '/api/model_references/v2';

export async function benchReads(argv: string[]): Promise<unknown> {
  const options = benchArguments(argv, { seconds: 1, rounds: 7 });
  const directory = temporaryDirectory();
  await importData(options.data, directory);
  await using stack = new AsyncDisposableStack();
  const service = await startService(directory);
  stack.defer(() => service.stop());
  const nginx = await hasNginx();
  if (!nginx)
    console.log('nginx is not installed, so its columns are missing (Debian: apt-get install nginx)');
  const rows: Record<string, object> = {};
  for (const one of await casesOf(service.url)) rows[one.name] = await compare(service, one, nginx, options);
  console.log(
    `${options.connections} connections, the median of ${options.rounds} rounds; µs of processor time`,
  );
  console.table(rows);
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
    { name: 'text category', path: texts, encoding: 'identity' },
    { name: 'text category, gzip', path: texts, encoding: 'gzip' },
  ];
}

async function compare(service: RunningService, one: Case, withNginx: boolean, options: BenchOptions) {
  const { path, encoding } = one;
  const sent = await rawGet(service.url + path, { 'accept-encoding': encoding });
  if ((sent.headers['content-encoding'] ?? 'identity') !== encoding)
    throw new Error(`${path}: not ${encoding}`);
  await using stack = new AsyncDisposableStack();
  const nginx = withNginx ? await serveFile(path, sent, service.directory) : undefined;
  if (nginx) stack.defer(() => nginx.stop());
  const [ours = [], theirs] = await race(nginx ? [service, nginx] : [service], one, options);
  const middle = (rounds: readonly LoadResult[], figure: keyof LoadResult) =>
    rounded(median(rounds.map((round) => round[figure])));
  const errors = [...ours, ...(theirs ?? [])].reduce((sum, round) => sum + round.errors, 0);
  return {
    bytes: sent.body.length,
    'requests/s': middle(ours, 'requestsPerSecond'),
    'p50 ms': middle(ours, 'p50'),
    'p99 ms': middle(ours, 'p99'),
    µs: middle(ours, 'microseconds'),
    ...(theirs && {
      'nginx µs': middle(theirs, 'microseconds'),
      // The two runs of a round are close in time, so the speed of the machine affects both alike.
      'to nginx': rounded(
        median(ours.map((round, i) => round.microseconds / (theirs[i]?.microseconds ?? 0))),
      ),
    }),
    errors,
  };
}

/** Runs the rounds of all servers in turn; each round begins with another one. Returns the rounds of each. */
async function race(
  servers: readonly { readonly url: string; readonly pid: number }[],
  one: Case,
  { connections, rounds, seconds }: BenchOptions,
): Promise<LoadResult[][]> {
  const runs = await Promise.all(
    servers.map(async ({ url, pid }) => {
      const load = { url: url + one.path, headers: await headersFor(url, one), connections };
      return { pid, load, measured: [] as LoadResult[] };
    }),
  );
  for (const { pid, load } of runs) await measure(pid, { ...load, seconds: 1 });
  for (let round = 0; round < rounds; round += 1) {
    for (const { pid, load, measured } of round % 2 === 0 ? runs : runs.toReversed()) {
      measured.push(await measure(pid, { ...load, seconds }));
    }
  }
  return runs.map(({ measured }) => measured);
}

/** Returns the headers of a request to the server at `url`, which has ETags of its own. */
async function headersFor(url: string, { path, encoding, known }: Case): Promise<Record<string, string>> {
  const plain = { 'accept-encoding': encoding };
  if (!known) return plain;
  const { headers } = await rawGet(url + path, plain);
  return { ...plain, 'if-none-match': headers.etag ?? '' };
}
