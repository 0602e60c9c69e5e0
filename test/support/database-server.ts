import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openStore } from '../../src/store/open.ts';
import { startPostgres } from './postgres-process.ts';

export interface DatabaseServer {
  /** Makes a database with `tables`, with `nothing`, or as a copy of the named one. Returns its URL. */
  create(contents: string): Promise<string>;
  /** Starts to drop a database, named as in its URL. */
  drop(name: string): void;
  /** Drops all databases if the server outlives the run, and stops it otherwise. */
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server for databases of tests, or uses the one that `TEST_DATABASE_URL` names. */
export async function openDatabaseServer(): Promise<DatabaseServer> {
  const lasts = process.env.TEST_DATABASE_URL !== undefined;
  const server = await startPostgres();
  const creating = openConnection(server.url);
  const dropping = openConnection(server.url);
  // Without WAL: PostgreSQL before 15 knows no other way, and no word for it.
  const strategy = lasts ? '' : 'STRATEGY FILE_COPY';
  const made = new Set<string>();
  const copy = async (template: string): Promise<string> => {
    const name = `modelref_test_${randomUUID().replaceAll('-', '')}`;
    made.add(name);
    await creating.query(`CREATE DATABASE ${name} TEMPLATE ${template} ${strategy}`);
    return name;
  };
  const urlOf = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  const migrated = async () => {
    const name = await copy('template1');
    await (await openStore(urlOf(name))).close();
    return name;
  };
  let template: Promise<string> | undefined;
  let dropped: Promise<unknown> = Promise.resolve();
  const drop = (name: string) => {
    dropped = dropping.query(`DROP DATABASE ${name} WITH (FORCE)`).then(
      () => made.delete(name),
      // Tried once more at the end, where the server outlives the run.
      () => {},
    );
  };
  return {
    drop,
    async create(contents) {
      if (contents === 'nothing') return urlOf(await copy('template1'));
      if (contents !== 'tables') return urlOf(await copy(contents));
      template ??= migrated();
      return urlOf(await copy(await template));
    },
    async stop() {
      if (lasts) {
        await dropped;
        for (const name of made) await dropping.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }
      await Promise.allSettled([creating.end(), dropping.end()]);
      await server.stop();
    },
  };
}

/** Returns a pool of one connection, so that its statements run one after another. */
function openConnection(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0 });
  // The server closes idle connections when it stops. A query that is under way rejects instead.
  pool.on('error', () => {});
  return pool;
}
