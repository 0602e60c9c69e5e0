/**
 * The boundary at which a registry process on PostgreSQL can be cut off: its statements. Tests step in there,
 * and no product code knows of it. Statements of one kind in a transaction fail alike, as the server rolls it back.
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

/**
 * Runs `work` with one statement failing: in each transaction the first of each kind is counted, and the `n`th of
 * these (from 1) fails.
 */
export async function withPostgresFault(
  n: number,
  { happen }: PostgresFault,
  work: () => Promise<unknown>,
): Promise<FaultedRun> {
  const kinds = new Set<string>();
  let transactions = 0;
  let failed: string | null = null;
  const patched: Query = function (...parameters) {
    const run = () => original.apply(this, parameters);
    const [given] = parameters;
    const statement = typeof given === 'string' ? given : String((given as { text?: string }).text);
    if (/^\s*(?:begin|start)\b/i.test(statement)) transactions += 1;
    const known = kinds.size;
    if (kinds.add(`${transactions} ${kindOf(statement)}`).size === known || kinds.size !== n) return run();
    failed = statement;
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

/** What a statement does, and to which table: `insert into "audit"`, `select "changes"`, `create table`. */
function kindOf(statement: string): string {
  const [, verb] = /^\s*((?:create|alter|drop) \w+|\w+)/i.exec(statement) ?? [];
  const [, table] = /\b(?:from|into|update)\s+(\S+)/i.exec(statement) ?? [];
  return `${verb} ${table}`;
}
