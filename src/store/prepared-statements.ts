import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isStalePlan } from './driver-errors.ts';

/**
 * A pool whose clients name their statements, so that the server parses and plans each once for a connection: for
 * short statements that is half of all work, here and there.
 *
 * Not behind a pooler that lends connections for one transaction: the next transaction may get one that does not
 * know the names.
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

/** Whether nobody stands between: poolers tell their clients other process ids than those of the server. */
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

/** Longer statements are those of imports and of many ids: the server would keep each of their lengths. */
const mostParameters = 64;
const mostNames = 500;
const names = new Map<string, string>();

/** Gives a name to each text; none to those that are not worth it. */
function nameOf(text: string, parameters: number): string | undefined {
  if (parameters === 0 || parameters > mostParameters) return undefined;
  if (!names.has(text) && names.size < mostNames) names.set(text, `modelref_${names.size}`);
  return names.get(text);
}
