import { readFileSync } from 'node:fs';
import type { LoadResult } from './load.ts';

/** The processor times in `/proc` are whole numbers of this unit: 1/100 s on every Linux. */
const ticksPerSecond = 100;

/**
 * Gives the processor time that a process has used so far, user and system time together, in seconds, from
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

/**
 * Runs a load against a process. Gives the result of the load, and the microseconds of processor time that
 * the process spent on each request.
 */
export async function costOf(
  pid: number,
  load: () => Promise<LoadResult>,
): Promise<{ result: LoadResult; microseconds: number }> {
  const before = processorSeconds(pid);
  const result = await load();
  return { result, microseconds: ((processorSeconds(pid) - before) * 1e6) / result.requests };
}
