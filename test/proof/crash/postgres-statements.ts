/**
 * The boundary at which a registry process on PostgreSQL can be cut off: its statements. Tests step in there,
 * so that "every step" of an operation is complete by construction, and no product code knows of it.
 */
import pg from 'pg';
import type { FaultedRun } from './statements.ts';

/** The way in which a statement fails. */
export interface PostgresFault {
  readonly name: string;
  /** Runs in the place of the statement; `run` would send it. */
  readonly happen: (client: pg.Client, run: () => Promise<unknown>) => Promise<unknown>;
}

type Query = (this: pg.Client, ...parameters: unknown[]) => Promise<unknown>;

const lost = () => new Error('Connection terminated unexpectedly');

function cut(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

export const postgresFaults: readonly PostgresFault[] = [
  {
    name: 'the disk of the server is full',
    // Raised by the server, so that the transaction is over there too.
    happen: (client) =>
      original.call(
        client,
        `do $$ begin raise exception using errcode = '53100', message = 'injected'; end $$`,
      ),
  },
  {
    name: 'the connection is lost before a statement',
    happen: async (client) => {
      cut(client);
      throw lost();
    },
  },
  {
    name: 'the connection is lost before the answer to a statement',
    happen: async (client, run) => {
      await run();
      cut(client);
      throw lost();
    },
  },
];

const original = pg.Client.prototype.query as unknown as Query;

/** Runs `work` with the `n`th statement (from 1) of this process failing. */
export async function withPostgresFault(
  n: number,
  { happen }: PostgresFault,
  work: () => Promise<unknown>,
): Promise<FaultedRun> {
  let count = 0;
  let failed: string | null = null;
  const patched: Query = function (...parameters) {
    const run = () => original.apply(this, parameters);
    count += 1;
    if (count !== n) return run();
    const [statement] = parameters;
    failed = typeof statement === 'string' ? statement : String((statement as { text?: string }).text);
    return happen(this, run);
  };
  pg.Client.prototype.query = patched as unknown as typeof pg.Client.prototype.query;
  try {
    await work();
    return { statement: failed, error: undefined };
  } catch (error) {
    return { statement: failed, error };
  } finally {
    pg.Client.prototype.query = original as unknown as typeof pg.Client.prototype.query;
  }
}
