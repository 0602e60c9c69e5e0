import { readFileSync } from 'node:fs';
import type { LoadResult } from './load.ts';

/** The kernel's unit of processor times: 1/100 s on every Linux. */
const ticksPerSecond = 100;

/**
 * Gives the user and system time of a process so far, in seconds, as Linux counts it; NaN on a system without
 * /proc.
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
 * Runs a load against a process; gives the processor time that the process spends on a request, in
 * microseconds.
 */
export async function costOf(
  pid: number,
  load: () => Promise<LoadResult>,
): Promise<{ result: LoadResult; microseconds: number }> {
  const before = processorSeconds(pid);
  const result = await load();
  return { result, microseconds: ((processorSeconds(pid) - before) * 1e6) / result.requests };
}
