import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';

/** An empty database, for one life of a registry. */
export interface EmptyDatabase {
  open(): Promise<Store>;
  /** Takes back the store that was opened last. */
  leave(store: Store): Promise<void>;
}

/** Empty databases, one after the other. */
export interface EmptyDatabases extends AsyncDisposable {
  next(): Promise<EmptyDatabase>;
}

/**
 * The place of database files: in memory, where the machine has that, because they are made by the thousand. A test
 * run has set `TMPDIR`.
 */
const place = process.env.TMPDIR === undefined && existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/**
 * Makes writes at the same time one transaction, however slow the machine: the model knows what that means.
 */
const options = {
  sqlite: { readers: 1 },
  postgres: { maxConnections: 2 },
  longestGroupMs: Number.POSITIVE_INFINITY,
};

/** SQLite: copies of an empty file, which is faster than making each. */
export async function emptyFiles(): Promise<EmptyDatabases> {
  const directory = await mkdtemp(join(place, 'modelref-model-'));
  const empty = join(directory, 'empty.db');
  await (await openStore(`sqlite:${empty}`)).close();
  let made = 0;
  return {
    next: async () => {
      const path = join(directory, `${++made}.db`);
      await copyFile(empty, path);
      return {
        open: () => openStore(`sqlite:${path}`, options),
        leave: async (store) => {
          await store.close();
          for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true });
        },
      };
    },
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}

let schemas = 0;

/** The number of lives after which deleted rows are cleared away. */
const vacuumEvery = 50;

/**
 * PostgreSQL: one schema, emptied after each life. To make one takes hundreds of times as long, and so do
 * connections: the store stays open, unless a life restarts it.
 *
 * @param url of a database, for somebody who may switch triggers off: the audit trail refuses to be emptied
 */
export async function emptiedSchema(url: string): Promise<EmptyDatabases> {
  const name = `model_${process.pid}_${++schemas}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`CREATE SCHEMA ${name}`);
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${name}`);
  const open = () => openStore(own.href, options);
  let kept: Store | null = await open();
  const { rows } = await admin.query<{ table: string }>(
    `SELECT tablename AS "table" FROM pg_tables WHERE schemaname = '${name}' AND tablename <> 'schema_migrations'`,
  );
  const vacuum = `VACUUM ${rows.map(({ table }) => `${name}.${table}`).join(', ')}`;
  const statements: string[] = [];
  for (const { table } of rows) {
    statements.push(`DELETE FROM ${name}.${table};`);
    const { rowCount } = await admin.query(`CREATE TABLE ${name}.first_${table} AS TABLE ${name}.${table}`);
    if (rowCount === 0) await admin.query(`DROP TABLE ${name}.first_${table}`);
    else statements.push(`INSERT INTO ${name}.${table} SELECT * FROM ${name}.first_${table};`);
  }
  await admin.query(
    `CREATE FUNCTION ${name}.empty() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica
      AS $$ BEGIN ${statements.join('\n')} END $$`,
  );
  let left = 0;
  return {
    next: async () => ({
      open: async () => {
        const store = kept ?? (await open());
        kept = null;
        return store;
      },
      leave: async (store) => {
        kept = store;
        await admin.query(`SELECT ${name}.empty()`);
        if (++left % vacuumEvery === 0) await admin.query(vacuum);
      },
    }),
    [Symbol.asyncDispose]: async () => {
      await kept?.close();
      await admin.query(`DROP SCHEMA ${name} CASCADE`);
      await admin.end();
    },
  };
}
