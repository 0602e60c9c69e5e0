import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openStore } from '../../src/store/open.ts';

export type DatabaseName = 'SQLite' | 'PostgreSQL';

interface MadeDatabase {
  readonly url: string;
  remove(): Promise<void>;
}

/** The content of a new database: today's tables without a row, nothing at all, or what an unused one has. */
export type Contents = 'tables' | 'nothing' | { readonly copyOf: string };

/**
 * Makes a new database. One with tables is a copy of a database that has them, which is far quicker than
 * making the tables.
 */
export function makeDatabase(name: DatabaseName, contents: Contents = 'tables'): Promise<MadeDatabase> {
  return name === 'SQLite' ? makeSqlite(contents) : makePostgres(contents);
}

/**
 * Makes a database for a test suite that runs on one kind of database only: SQLite, or PostgreSQL with
 * `TEST_STORE=postgres`.
 */
export function makeDefaultDatabase(contents?: Contents): Promise<MadeDatabase> {
  return makeDatabase(onlyPostgres ? 'PostgreSQL' : 'SQLite', contents);
}

const onlyPostgres = process.env.TEST_STORE === 'postgres';

/** The databases that suites for every database run on: both, or the one that `TEST_STORE` names. */
export const databases: readonly DatabaseName[] = onlyPostgres
  ? ['PostgreSQL']
  : process.env.TEST_STORE === 'sqlite'
    ? ['SQLite']
    : ['SQLite', 'PostgreSQL'];

async function makeSqlite(contents: Contents): Promise<MadeDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-sqlite-'));
  const path = join(directory, 'registry.db');
  if (contents === 'tables') {
    template ??= makeTemplate();
    await copyFile(await template, path);
  } else if (contents !== 'nothing') await copyFile(contents.copyOf.replace('sqlite:', ''), path);
  return { url: `sqlite:${path}`, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** Path of the SQLite file with tables that this process copies to make databases. */
let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-template-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'registry.db');
  const store = await openStore(`sqlite:${path}`);
  await store.close();
  return path;
}

/** Makes a database on the test run's server, or on the server that `TEST_DATABASE_URL` names. */
async function makePostgres(contents: Contents): Promise<MadeDatabase> {
  if (process.env.TEST_STORE === 'sqlite')
    throw new Error('TEST_STORE=sqlite, but a test asks for PostgreSQL');
  const nameOf = (made: string) => new URL(made).pathname.slice(1);
  const url = await askBroker('POST', typeof contents === 'string' ? contents : nameOf(contents.copyOf));
  return { url, remove: async () => void (await askBroker('DELETE', nameOf(url))) };
}

async function askBroker(method: 'POST' | 'DELETE', path: string): Promise<string> {
  const answer = await fetch(`${inject('postgresBroker')}/${path}`, { method });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
