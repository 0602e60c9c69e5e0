import { expect } from 'vitest';
import type { OpenOperation } from './operations.ts';
import type { FaultedRun } from './statements.ts';

export interface StatementSweep {
  /** The content of the database before the operation and after it. */
  readonly before: string;
  readonly after: string;
  /** The operation takes more statements than this. */
  readonly moreThan: number;
  /** Opens the operation on a database that is as before. */
  renew(): Promise<OpenOperation>;
  /** Returns the content of the database of the last `renew`. */
  content(): string | Promise<string>;
  /** Runs `work` with the `n`th statement (from 1) failing. */
  fail(n: number, work: () => Promise<unknown>): Promise<FaultedRun>;
}

/**
 * Lets each statement of an operation fail in turn: it has to happen as a whole or not at all, and to work
 * when asked again.
 */
export async function failAtEveryStatement(sweep: StatementSweep): Promise<void> {
  const { before, after, moreThan } = sweep;
  let { run, close } = await sweep.renew();
  for (let n = 1; ; n += 1) {
    // What is left of the time before would show here: each time the operation comes one statement further.
    const { statement, error } = await sweep.fail(n, run);
    const content = await sweep.content();
    if (statement === null) {
      expect({ error, after: content === after }).toEqual({ error: undefined, after: true });
      expect(n).toBeGreaterThan(moreThan);
      break;
    }
    const where = `statement ${n}: ${statement}`;
    expect(error, where).toMatchObject({ code: 'storage_unavailable' });
    if (content === before) continue;
    // It failed after its commit, or the answer to that was lost.
    expect(content === after, where).toBe(true);
    await run();
    expect((await sweep.content()) === after, `${where}, then asked again`).toBe(true);
    await close();
    ({ run, close } = await sweep.renew());
  }
  await close();
}
