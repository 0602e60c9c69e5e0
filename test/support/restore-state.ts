import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { sqliteFile } from '../../src/store/open.ts';
import { retryWhileLocked } from './run-sql.ts';

/** A saved copy of a database's rows. */
export interface SavedState extends AsyncDisposable {
  /**
   * Puts the saved rows back while services have the database open, without notifying them. The services then
   * see what they would see after a standby without the last commits was promoted, or a backup was restored.
   */
  putBack(): Promise<void>;
}

export async function saveState(url: string): Promise<SavedState> {
  const file = sqliteFile(url);
  return file === null ? holdPostgres(url) : holdSqlite(file);
}

async function holdSqlite(file: string): Promise<SavedState> {
  const copy = join(tmpdir(), `modelref-held-${randomUUID()}.db`);
  const database = new Sqlite(file);
  try {
    database.prepare('VACUUM INTO ?').run(copy);
  } finally {
    database.close();
  }
  return {
    putBack: async () => {
      const writing = new Sqlite(file, { timeout: 0 });
      try {
        writing.pragma('foreign_keys = OFF');
        writing.prepare('ATTACH ? AS held').run(copy);
        const named = (type: string) =>
          writing
            .prepare(`SELECT name, sql FROM main.sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%'`)
            .all(type) as { name: string; sql: string }[];
        const triggers = named('trigger');
        const replace = writing.transaction(() => {
          for (const { name } of triggers) writing.exec(`DROP TRIGGER "${name}"`);
          for (const { name } of named('table')) {
            writing.exec(
              `DELETE FROM main."${name}"; INSERT INTO main."${name}" SELECT * FROM held."${name}"`,
            );
          }
          for (const { sql } of triggers) writing.exec(sql);
        });
        await retryWhileLocked(() => replace.immediate());
      } finally {
        writing.close();
      }
    },
    [Symbol.asyncDispose]: () => rm(copy, { force: true }),
  };
}

async function holdPostgres(url: string): Promise<SavedState> {
  const schema = `held_${randomUUID().replaceAll('-', '')}`;
  const withClient = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const tables = await withClient(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    );
    const names = rows.map(({ name }) => name);
    await client.query(
      `CREATE SCHEMA ${schema}; ${names.map((name) => `CREATE TABLE ${schema}.${name} AS TABLE ${name}`).join('; ')}`,
    );
    return names;
  });
  return {
    putBack: () =>
      withClient(async (client) => {
        const steps = tables.map(
          (name) => `DELETE FROM ${name}; INSERT INTO ${name} SELECT * FROM ${schema}.${name}`,
        );
        // Triggers keep the trail append-only and count changes. A replaced database would not have run them.
        await client.query(
          `BEGIN; SET LOCAL session_replication_role = replica; ${steps.join('; ')}; COMMIT`,
        );
      }),
    [Symbol.asyncDispose]: () =>
      withClient(async (client) => void (await client.query(`DROP SCHEMA ${schema} CASCADE`))),
  };
}
