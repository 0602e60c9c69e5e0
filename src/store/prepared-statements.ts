import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isStalePlan } from './driver-errors.ts';

/**
 * Wraps a pool so that its clients use named prepared statements. The server then parses and plans each
 * statement once per connection, which saves half of the work of a short statement. Through a pooler,
 * statements are sent without names, because the pooler may run the next transaction on a connection that
 * does not know them.
 */
export function prepareStatements(pool: PostgresPool): PostgresPool {
  const preparedClients = new WeakMap<PostgresPoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      try {
        const preparingClient =
          preparedClients.get(client) ?? ((await isDirect(client)) ? prepareClient(client) : client);
        preparedClients.set(client, preparingClient);
        return preparingClient;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    // Does nothing, because the owner of `pool` ends the pool.
    end: async () => {},
  };
}

/**
 * Returns whether the client is connected to the server directly. Through a pooler, the process id from the
 * connection startup differs from the id of the process that runs queries.
 */
async function isDirect(client: PostgresPoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid', []);
  return rows[0]?.pid === client.processID;
}

function prepareClient(client: PostgresPoolClient): PostgresPoolClient {
  // Kysely's client type lacks named statements.
  const pgClient = client as unknown as pg.PoolClient;
  let hasStalePlan = false;
  const preparingClient = {
    query: async (text: string, values: unknown[]) => {
      try {
        return await pgClient.query({ name: nameOf(text, values.length), text, values });
      } catch (error) {
        hasStalePlan ||= isStalePlan(error);
        throw error;
      }
    },
    release: (destroy = false) => client.release(destroy || hasStalePlan),
  };
  return preparingClient as unknown as PostgresPoolClient;
}

/**
 * Maximum number of parameters of a named statement. Larger statements come from imports and lists of ids.
 * Each list length is another statement, and the server would keep them all.
 */
const maxParameters = 64;
const maxNames = 500;
const names = new Map<string, string>();

/**
 * Returns the name of a statement. Undefined if it is sent without one: it has no parameters or more than
 * `maxParameters`, or all `maxNames` names are in use.
 */
function nameOf(text: string, parameters: number): string | undefined {
  if (parameters === 0 || parameters > maxParameters) return undefined;
  if (!names.has(text) && names.size < maxNames) names.set(text, `modelref_${names.size}`);
  return names.get(text);
}
