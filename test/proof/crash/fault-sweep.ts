/**
 * A propose, an approve and an apply with a fault in the n-th call on the database's files, for n = 1, 2, 3 …
 * until they come through without meeting it. Each is taken or refused with 503; what was refused has not
 * happened, and is taken when asked for again.
 */
import type { Answer, FaultRun } from './fault-run.ts';
import type { IoFault } from './faulty-io.ts';

export interface SweepResult {
  name: string;
  /** The number of calls that faults can strike. */
  struck: number;
  refused: number;
  contradictions: string[];
}

export const sweptFaults: readonly (IoFault & { name: string })[] = [
  { name: 'a write, disk full', calls: ['write'], error: 'ENOSPC', count: 1 },
  { name: 'a write, half done, disk full', calls: ['write'], error: 'ENOSPC', count: 1, torn: true },
  { name: 'every write from there, I/O error', calls: ['write'], error: 'EIO' },
  { name: 'an fsync, I/O error', calls: ['sync'], error: 'EIO', count: 1 },
  { name: 'a read, I/O error', calls: ['read'], error: 'EIO', count: 1 },
  {
    name: 'any call from there, I/O error',
    calls: ['write', 'sync', 'read', 'open', 'truncate'],
    error: 'EIO',
  },
  { name: 'any call, process killed', calls: ['write', 'sync', 'truncate'], error: 'SIGKILL' },
  { name: 'a write, half done, process killed', calls: ['write'], error: 'SIGKILL', torn: true },
];

export interface SweepOptions {
  /**
   * Characters of the record: the larger, the more pages are written, and the log is copied into the database
   * now and then.
   */
  readonly size: number;
  /** The next place to fail at after `n`. */
  readonly next: (n: number) => number;
  /** The last place, if there is still a call. */
  readonly last: number;
}

export async function sweep(
  run: FaultRun,
  { name, ...fault }: (typeof sweptFaults)[number],
  { size, next, last }: SweepOptions,
): Promise<SweepResult> {
  const result: SweepResult = { name, struck: 0, refused: 0, contradictions: [] };
  for (let n = 1; n <= last && result.contradictions.length === 0; n = next(n)) {
    let met = false;
    /** Asks with the fault, and, if that is refused or not answered, without it. */
    const insist = async (request: () => Promise<Answer>): Promise<void> => {
      const answer = await request().catch(() => null);
      if (answer?.status === 200) return;
      met = true;
      run.io.end();
      if (answer === null) {
        await run.restart();
        // It may have happened: then it may not be asked for again.
        await request();
        return;
      }
      result.refused += 1;
      const { status, detail } = answer;
      if (status !== 503 || !/^The database cannot be used: /.test(String(detail))) {
        result.contradictions.push(`${name} ${n}: ${status} ${JSON.stringify(detail)}`);
      }
      const again = await request();
      if (again.status !== 200)
        result.contradictions.push(`${name} ${n}, asked again: ${JSON.stringify(again)}`);
    };
    let change = 0;
    run.io.begin({ ...fault, first: n });
    await insist(async () => {
      const proposed = await run.propose(size);
      if (typeof proposed !== 'number') return proposed;
      change = proposed;
      return { status: 200 };
    });
    await insist(() => run.approve(change));
    await insist(() => run.apply(change));
    met = run.io.end() >= n || met;
    result.contradictions.push(...(await run.contradictions()));
    if (!met) break;
    result.struck += 1;
  }
  return result;
}
