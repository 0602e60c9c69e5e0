import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { runSql } from './run-sql.ts';

export type DatabaseName = 'SQLite' | 'PostgreSQL';

interface MadeDatabase {
  readonly url: string;
  remove(): Promise<void>;
}

/** Makes a new, empty database. */
export function makeDatabase(name: DatabaseName): Promise<MadeDatabase> {
  return name === 'SQLite' ? makeSqlite() : makePostgres();
}

/**
 * What a suite runs on that does not say which: SQLite, or PostgreSQL with `TEST_STORE=postgres`. There it is
 * a schema in a database that all share: made much faster than a database, and enough for whoever does not
 * look at connections.
 */
export function makeDefaultDatabase(): Promise<MadeDatabase> {
  return onlyPostgres ? makePostgresSchema() : makeSqlite();
}

const onlyPostgres = process.env.TEST_STORE === 'postgres';

/**
 * What a suite for every database runs on: with `TEST_STORE=postgres` or `TEST_STORE=sqlite` that one alone.
 */
export const databases: readonly DatabaseName[] = onlyPostgres
  ? ['PostgreSQL']
  : process.env.TEST_STORE === 'sqlite'
    ? ['SQLite']
    : ['SQLite', 'PostgreSQL'];

async function makeSqlite(): Promise<MadeDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-sqlite-'));
  return {
    url: `sqlite:${join(directory, 'registry.db')}`,
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** A database of its own on the test run's server, or on the one that `TEST_DATABASE_URL` names. */
async function makePostgres(): Promise<MadeDatabase> {
  const server = await serverUrl();
  const name = `modelref_test_${randomUUID().replaceAll('-', '')}`;
  await runSql(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => runSql(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function makePostgresSchema(): Promise<MadeDatabase> {
  const server = await serverUrl();
  const name = `modelref_test_${randomUUID().replaceAll('-', '')}`;
  await runSql(server, `CREATE SCHEMA ${name}`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${name}`);
  return { url: url.href, remove: () => runSql(server, `DROP SCHEMA ${name} CASCADE`) };
}

async function serverUrl(): Promise<string> {
  if (process.env.TEST_STORE === 'sqlite')
    throw new Error('TEST_STORE=sqlite, but a test asks for PostgreSQL');
  const answer = await fetch(inject('postgresBroker'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
