import { type ChildProcess, fork } from 'node:child_process';

export interface PostgresProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server that can be halted and started again, with its data and at its port. */
export interface HaltablePostgres extends PostgresProcess {
  /** Ends the server, and with it all connections. */
  halt(): Promise<void>;
  start(): Promise<void>;
}

/**
 * In a process group of its own: Ctrl-C and a killed group reach the test run alone, and its end stops the server in
 * order.
 */
const detachedProcess = { execArgv: [], detached: true };

/**
 * Starts a PostgreSQL server on a free port with a temporary data directory. The server ends with this
 * process, however the process ends. If `TEST_DATABASE_URL` names a server, gives that one and starts none.
 *
 * @param durability `durable` writes every commit to disk, as in production; `fast` does not
 * @param settings PostgreSQL's settings, as `name=value`
 */
export async function startPostgres(
  durability: 'durable' | 'fast' = 'fast',
  settings: readonly string[] = [],
): Promise<PostgresProcess> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  return startHaltablePostgres(durability, settings);
}

/** Starts a PostgreSQL server as `startPostgres` does, even if `TEST_DATABASE_URL` names another. */
export async function startHaltablePostgres(
  durability: 'durable' | 'fast' = 'fast',
  settings: readonly string[] = [],
): Promise<HaltablePostgres> {
  const child = fork(
    new URL('./postgres-server.ts', import.meta.url),
    [durability, ...settings],
    detachedProcess,
  );
  const { url } = await firstMessage<{ url: string }>(child);
  const tell = async (message: 'halt' | 'start') => {
    child.send(message);
    await firstMessage(child);
  };
  return { url, halt: () => tell('halt'), start: () => tell('start'), stop: () => stop(child) };
}

/** A primary, and a standby that shows each commit before the primary acknowledges it. */
export interface PostgresPair {
  /** `host:port` of each server. */
  readonly primary: string;
  readonly standby: string;
  /** Returns the URL of the database on these hosts, each named as `host:port`. */
  urlOf(...hosts: readonly string[]): string;
  killPrimary(): void;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL primary and its standby in a process of their own. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const child = fork(new URL('./postgres-pair-server.ts', import.meta.url), detachedProcess);
  const { account, hosts, primaryPid } = await firstMessage<{
    account: string;
    hosts: readonly [string, string];
    primaryPid: number;
  }>(child);
  return {
    primary: hosts[0],
    standby: hosts[1],
    urlOf: (...named) => `postgres://${account}@${named.join(',')}/postgres`,
    killPrimary: () => void process.kill(primaryPid, 'SIGKILL'),
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  await gone;
}

/**
 * Waits for the first message of a program, which the program sends once its servers are ready. Throws if the
 * message reports a failure, or the program ends before.
 */
function firstMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: T & { failure?: string }) => {
      if (message.failure === undefined) resolve(message);
      else reject(new Error(`PostgreSQL did not start: ${message.failure}`));
    });
    child.once('exit', (code) =>
      reject(new Error(`PostgreSQL ended before it was ready (exit code ${code})`)),
    );
  });
}
