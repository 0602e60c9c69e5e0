/**
 * Makes one load run against a URL: with `wrk` if it is installed (Debian: `apt-get install wrk`), else with
 * autocannon. autocannon runs in the process of the bench and is slow on binary bodies. It can be slower than
 * the servers that it measures; the ratio of two servers then comes out closer to 1 than it is.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

const run = promisify(execFile);

export interface LoadOptions {
  url: string;
  headers?: Record<string, string>;
  seconds: number;
  connections: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  /** The number of requests that were answered. */
  requests: number;
  p50: number;
  p99: number;
  /** The number of socket errors, time-outs and answers with a status other than 2xx or 304. */
  errors: number;
}

export async function hasWrk(): Promise<boolean> {
  try {
    await run('sh', ['-c', 'command -v wrk']);
    return true;
  } catch {
    return false;
  }
}

export async function measure(options: LoadOptions): Promise<LoadResult> {
  return (await hasWrk()) ? measureWithWrk(options) : measureWithAutocannon(options);
}

async function measureWithWrk({ url, headers = {}, seconds, connections }: LoadOptions): Promise<LoadResult> {
  const headerArguments = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${Math.ceil(seconds)}s`,
    '--latency',
    ...headerArguments,
    url,
  ]);
  return parseWrk(stdout);
}

/**
 * Reads wrk's report.
 * @throws Error when the text is not a report of wrk
 */
export function parseWrk(report: string): LoadResult {
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(report);
  const requests = /(\d+) requests in/.exec(report);
  const p50 = /50%\s+([\d.]+)(us|ms|s)/.exec(report);
  const p99 = /99%\s+([\d.]+)(us|ms|s)/.exec(report);
  if (!rate || !requests || !p50 || !p99) throw new Error(`not a wrk report:\n${report}`);
  const socketErrors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(report);
  const badAnswers = /Non-2xx or 3xx responses: (\d+)/.exec(report);
  const errors =
    (socketErrors?.slice(1).reduce((sum, count) => sum + Number(count), 0) ?? 0) +
    Number(badAnswers?.[1] ?? 0);
  return {
    requestsPerSecond: Number(rate[1]),
    requests: Number(requests[1]),
    p50: milliseconds(p50[1], p50[2]),
    p99: milliseconds(p99[1], p99[2]),
    errors,
  };
}

function milliseconds(value = '0', unit = 'ms'): number {
  const factor = { us: 0.001, ms: 1, s: 1000 }[unit] ?? 1;
  return Number(value) * factor;
}

async function measureWithAutocannon({
  url,
  headers = {},
  seconds,
  connections,
}: LoadOptions): Promise<LoadResult> {
  const result = await autocannon({ url, headers, duration: seconds, connections });
  const unexpected = result.non2xx - (result['3xx'] ?? 0);
  return {
    requestsPerSecond: result.requests.average,
    requests: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + Math.max(0, unexpected),
  };
}
