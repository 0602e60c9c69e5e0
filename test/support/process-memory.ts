import { readFileSync } from 'node:fs';

/**
 * Returns the resident memory of a process in MiB, now and at its peak, from `/proc`. Both are NaN on a system
 * without `/proc`, and when the process has ended.
 */
export function residentMiB(pid: number): { now: number; peak: number } {
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // another system, or the process has ended
  }
  const mebibytes = (line: string) => {
    const kib = new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1];
    return kib === undefined ? Number.NaN : Math.round(Number(kib) / 1024);
  };
  return { now: mebibytes('VmRSS'), peak: mebibytes('VmHWM') };
}
