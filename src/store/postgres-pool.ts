import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { OutageError, RegistryError } from '../kernel/errors.ts';
import { InvalidSetting } from '../settings/kinds.ts';
import {
  type PostgresServer,
  type PostgresServers,
  readPostgresUrl,
  type SessionTarget,
} from '../settings/postgres-url.ts';
import { isOnWrongServer, outageReason } from './driver-errors.ts';

/** The properties of a new database session's server. */
interface Session {
  /** Whether the server is a standby, that is, a copy of another server. */
  readonly standby: boolean;
  readonly read_only: boolean;
}

/**
 * The check of a session for each value of `target_session_attrs`. Returns null if the server has the
 * required properties; otherwise the reason why it is refused.
 */
const sessionProblems: Readonly<Record<SessionTarget, (session: Session) => string | null>> = {
  any: () => null,
  'read-write': ({ standby, read_only }) =>
    standby ? 'it is a standby' : read_only ? 'it is read-only' : null,
  'read-only': ({ read_only }) => (read_only ? null : 'it accepts writes'),
  primary: ({ standby }) => (standby ? 'it is a standby' : null),
  standby: ({ standby }) => (standby ? null : 'it is not a standby'),
  'prefer-standby': ({ standby }) => (standby ? null : 'it is not a standby'),
};

/**
 * Connection timeout per server when the URL names several, in milliseconds. It is short, because a host that
 * drops packets delays the attempts at the other hosts.
 */
const connectTimeoutOfSeveralMs = 3_000;

const sessionQuery = `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only`;

export interface HostPool extends PostgresPool {
  /**
   * Whether `target_session_attrs` in the URL requires a standby or a read-only server; the store then
   * refuses writes.
   */
  readonly onlyReads: boolean;
  connect(): Promise<PostgresPoolClient>;
  /**
   * Inspects the error of a failed query. If the current server became read-only or does not respond, the
   * next `connect` chooses a server again.
   */
  leaveAfter(error: unknown): void;
}

export interface HostOptions {
  readonly connectTimeoutMs: number;
  /**
   * Called with `host:port` when the pool chooses its first server, and when it switches to another. Not
   * called if the URL names a single server and does not set `target_session_attrs`.
   */
  readonly onServer?: (server: string) => void;
}

/**
 * Creates a pool of connections to one server. If the URL names several servers, or sets
 * `target_session_attrs`, the pool tries them in the order of the URL and uses the first one that meets this
 * setting. It checks each new connection; if the check fails, it chooses a server again. (`pg` itself
 * supports only one server.)
 *
 * @throws RegistryError `bad_request` for an invalid URL
 */
export function openPool(url: string, config: pg.PoolConfig, options: HostOptions): HostPool {
  const parsedUrl = parseServers(url);
  const [onlyServer] = parsedUrl.servers;
  const timeoutMs = timeoutOf(parsedUrl, options);
  if (parsedUrl.servers.length === 1 && parsedUrl.target === 'any' && onlyServer) {
    const pool = createPool({
      ...config,
      connectionString: onlyServer.url,
      connectionTimeoutMillis: timeoutMs,
    });
    return Object.assign(pool, { onlyReads: false, leaveAfter: () => {} }) as HostPool;
  }
  return new ChoosingPool(parsedUrl, config, { ...options, connectTimeoutMs: timeoutMs });
}

interface ChosenServer {
  readonly name: string;
  readonly pool: pg.Pool;
}

class ChoosingPool implements HostPool {
  readonly options = {};
  readonly #servers: PostgresServers;
  readonly #config: pg.PoolConfig;
  readonly #hosts: HostOptions;
  #currentServer: ChosenServer | undefined;
  #lastName: string | undefined;
  #pendingChoice: Promise<ChosenServer> | undefined;
  #isEnded = false;

  constructor(choice: PostgresServers, config: pg.PoolConfig, hosts: HostOptions) {
    this.#servers = choice;
    this.#config = config;
    this.#hosts = hosts;
  }

  get onlyReads(): boolean {
    return /only|standby/.test(this.#servers.target);
  }

  async connect(): Promise<PostgresPoolClient> {
    const currentServer = this.#currentServer ?? (await this.#choose());
    try {
      return (await currentServer.pool.connect()) as PostgresPoolClient;
    } catch (error) {
      const isCurrent = this.#currentServer === currentServer;
      // All connections are in use, which says nothing about the server.
      if (isCurrent && currentServer.pool.totalCount >= (this.#config.max ?? 1)) throw error;
      const replacementServer = isCurrent
        ? await this.#choose()
        : (this.#currentServer ?? (await this.#choose()));
      return (await replacementServer.pool.connect()) as PostgresPoolClient;
    }
  }

  leaveAfter(error: unknown): void {
    if (this.#currentServer && isOnWrongServer(error)) this.#switchTo(undefined);
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#pendingChoice?.catch(() => {});
    await this.#currentServer?.pool.end();
  }

  /** Chooses a server and switches to it; concurrent callers share one choice. */
  #choose(): Promise<ChosenServer> {
    this.#pendingChoice ??= openFirst(this.#servers, (server, target) => this.#open(server, target))
      .then((server) => {
        this.#switchTo(server);
        return server;
      })
      .finally(() => {
        this.#pendingChoice = undefined;
      });
    return this.#pendingChoice;
  }

  /**
   * Switches the pool to `server`; if undefined, the next `connect` chooses one. Closes each connection to
   * the former server once it is no longer in use.
   */
  #switchTo(server: ChosenServer | undefined): void {
    void this.#currentServer?.pool.end().catch(() => {});
    this.#currentServer = server;
    if (!server || server.name === this.#lastName) return;
    this.#lastName = server.name;
    this.#hosts.onServer?.(server.name);
  }

  async #open({ name, url }: PostgresServer, target: SessionTarget): Promise<ChosenServer> {
    if (this.#isEnded) throw new OutageError('storage_unavailable', 'The database has been closed.');
    const { connectTimeoutMs } = this.#hosts;
    const pool = createPool({
      ...this.#config,
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      onConnect: (client) => checkSession(client, target, connectTimeoutMs),
    });
    try {
      (await pool.connect()).release();
      return { name, pool };
    } catch (error) {
      void pool.end().catch(() => {});
      throw error;
    }
  }
}

/**
 * Calls `open` for one server after another, in the order of the URL, until a call succeeds, and returns its
 * result. For `prefer-standby`, first tries to find a standby among all servers, and then accepts any server.
 *
 * @throws OutageError with the problem of each server. If there is a single server and the target is `any`,
 *   throws the error of `open` instead
 */
async function openFirst<T>(
  { servers, target }: PostgresServers,
  openSession: (server: PostgresServer, target: SessionTarget) => Promise<T>,
): Promise<T> {
  const problems = new Map<string, string>();
  let lastError: unknown;
  for (const sessionTarget of target === 'prefer-standby' ? ([target, 'any'] as const) : [target]) {
    for (const server of servers) {
      try {
        return await openSession(server, sessionTarget);
      } catch (error) {
        lastError = error;
        problems.set(server.name, outageReason(error));
      }
    }
  }
  if (servers.length === 1 && target === 'any') throw lastError;
  const problemText = [...problems].map(([name, problem]) => `${name}: ${problem}`).join('; ');
  throw new OutageError(
    'storage_unavailable',
    `No server of the database can be used (target_session_attrs=${target}): ${problemText}.`,
    { cause: lastError },
  );
}

/**
 * Checks that a connected server meets `target`, the `target_session_attrs` of the URL: a primary, a standby,
 * read-only and so on.
 *
 * @throws Error with the reason, when the server does not meet it or does not respond
 */
async function checkSession(client: pg.ClientBase, target: SessionTarget, timeoutMs: number): Promise<void> {
  const query = { text: target === 'any' ? 'select 1' : sessionQuery, query_timeout: timeoutMs };
  const { rows } = await client.query<Session>(query);
  const problem = rows[0] ? sessionProblems[target](rows[0]) : null;
  if (problem !== null) throw new Error(problem);
}

function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // A lost connection fails its current query and is replaced. It also emits an error: on the pool while the
  // connection is idle, on the connection itself while it is in use. Without a listener, this error would end
  // the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return pool;
}

/**
 * Parses a database URL into its servers, `target_session_attrs` and connection timeout.
 *
 * @throws RegistryError `bad_request` when the URL is invalid
 */
function parseServers(url: string): PostgresServers {
  try {
    return readPostgresUrl(url);
  } catch (error) {
    if (!(error instanceof InvalidSetting)) throw error;
    throw new RegistryError('bad_request', `The URL of the database is not allowed: ${error.message}.`);
  }
}

function timeoutOf({ servers, connectTimeoutMs }: PostgresServers, options: HostOptions): number {
  const maxTimeoutMs = servers.length > 1 ? connectTimeoutOfSeveralMs : options.connectTimeoutMs;
  return Math.min(connectTimeoutMs ?? maxTimeoutMs, options.connectTimeoutMs);
}
