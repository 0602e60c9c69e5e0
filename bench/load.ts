import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly seconds: number;
  readonly connections: number;
}

/** The result of a load run. The times of answers are in milliseconds. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** The number of socket errors, time-outs and answers with a status other than 2xx or 304. */
  readonly errors: number;
  /** The processor time that the process spent on each request, in microseconds. */
  readonly microseconds: number;
}

/**
 * Makes a load run against the process `pid`. The load comes from this process, which may be slower than the
 * one that it measures: compare the processor time of a request rather than the requests per second.
 */
export async function measure(
  pid: number,
  { url, headers = {}, seconds, connections }: Load,
): Promise<LoadResult> {
  const before = processorSeconds(pid);
  const result = await autocannon({ url, headers, duration: seconds, connections });
  const unexpected = result.non2xx - (result['3xx'] ?? 0);
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + Math.max(0, unexpected),
    microseconds: ((processorSeconds(pid) - before) * 1e6) / result.requests.total,
  };
}

/** The processor times in `/proc` are whole numbers of this unit: 1/100 s on every Linux. */
const ticksPerSecond = 100;

/**
 * Returns the processor time that a process has used so far, user and system time together, in seconds, from
 * `/proc`. NaN on a system without `/proc`, and when the process has ended.
 */
export function processorSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields behind the process name in parentheses, which may hold anything: fields 3 and on. User time
    // is field 14, system time 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}
