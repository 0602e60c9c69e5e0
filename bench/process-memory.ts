/** Memory of another process, as Linux counts it. */
import { readFileSync } from 'node:fs';

/** In MiB: what it holds now, and the most that it ever held; NaN where there is no /proc. */
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
