import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openStore } from '../../src/storage/open.ts';
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
 * What a suite runs on that does not say which: SQLite, or PostgreSQL with `TEST_STORE=postgres`. Made the
 * quickest way there is. On SQLite it is a copy of a file that has the tables already. On PostgreSQL it is a
 * schema in a database that all share: enough for whoever does not look at connections.
 */
export function makeDefaultDatabase(): Promise<MadeDatabase> {
  return onlyPostgres ? makePostgresSchema() : copySqlite();
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

async function copySqlite(): Promise<MadeDatabase> {
  template ??= makeTemplate();
  const { url, remove } = await makeSqlite();
  await copyFile(await template, url.slice('sqlite:'.length));
  return { url, remove };
}

/** The file that this process copies. */
let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-template-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'registry.db');
  const store = await openStore(`sqlite:${path}`);
  await store.close();
  return path;
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
