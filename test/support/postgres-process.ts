import { type ChildProcess, fork } from 'node:child_process';

export interface PostgresProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server on a free port with a temporary data directory, or gives the server that
 * `TEST_DATABASE_URL` names. The server ends with this process, however that ends.
 *
 * @param durability `durable` writes every commit to disk, as in production; `fast` does not
 * @param settings of the server, as `name=value`
 */
export async function startPostgres(
  durability: 'durable' | 'fast' = 'fast',
  settings: readonly string[] = [],
): Promise<PostgresProcess> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const child = fork(new URL('./postgres-server.ts', import.meta.url), [durability, ...settings], {
    execArgv: [],
  });
  const url = await firstMessage(child);
  return {
    url,
    stop: async () => {
      if (child.exitCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await gone;
    },
  };
}

function firstMessage(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: { url?: string; failure?: string }) => {
      if (message.url) resolve(message.url);
      else reject(new Error(`PostgreSQL did not start: ${message.failure}`));
    });
    child.once('exit', (code) =>
      reject(new Error(`PostgreSQL ended before it was ready (exit code ${code})`)),
    );
  });
}
