import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isStalePlan } from './driver-errors.ts';

/**
 * Gives a pool whose clients name their statements. The server then parses and plans each statement once per
 * connection, which saves half of the work of a short statement on both sides. Clients of a pooler stay as
 * they are: the pooler may lend the next transaction a connection that does not know the names.
 */
export function preparing(pool: PostgresPool): PostgresPool {
  const known = new WeakMap<PostgresPoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      try {
        const prepared = known.get(client) ?? ((await isDirect(client)) ? preparingClient(client) : client);
        known.set(client, prepared);
        return prepared;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    // By the pool's owner.
    end: async () => {},
  };
}

/**
 * Whether the client is connected to the server itself: a pooler reports other process ids than the server's.
 */
async function isDirect(client: PostgresPoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid', []);
  return rows[0]?.pid === client.processID;
}

function preparingClient(client: PostgresPoolClient): PostgresPoolClient {
  // Kysely's type of it does not know names.
  const named = client as unknown as pg.PoolClient;
  let stale = false;
  const prepared = {
    query: async (text: string, values: unknown[]) => {
      try {
        return await named.query({ name: nameOf(text, values.length), text, values });
      } catch (error) {
        stale ||= isStalePlan(error);
        throw error;
      }
    },
    release: (destroy = false) => client.release(destroy || stale),
  };
  return prepared as unknown as PostgresPoolClient;
}

/**
 * Largest number of parameters of a named statement. Statements with more come from imports and long lists of
 * ids; the server would keep one statement for each length of a list.
 */
const mostParameters = 64;
const mostNames = 500;
const names = new Map<string, string>();

/**
 * Gives the name of a statement; undefined for a statement that has no parameters or too many, or when all names
 * are taken.
 */
function nameOf(text: string, parameters: number): string | undefined {
  if (parameters === 0 || parameters > mostParameters) return undefined;
  if (!names.has(text) && names.size < mostNames) names.set(text, `modelref_${names.size}`);
  return names.get(text);
}
