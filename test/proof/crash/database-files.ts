import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';

/**
 * Copies a database file and its write-ahead log. Taken while no process is inside a call into SQLite, the
 * copy is what a kill at that moment leaves. The index of the log (`-shm`) is rebuilt from the log by whoever
 * opens it.
 */
export function copyDatabaseFiles(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  for (const suffix of ['', '-wal', '-shm']) rmSync(to + suffix, { force: true });
  for (const suffix of ['', '-wal']) {
    if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
  }
}

/** The bytes of a database file and its write-ahead log. */
export function databaseBytes(file: string): Buffer {
  return Buffer.concat(
    [file, `${file}-wal`].map((each) => (existsSync(each) ? readFileSync(each) : Buffer.alloc(0))),
  );
}

/**
 * Everything that a database file holds, as text: its schema, and all rows of all tables. Two that are equal
 * hold the same.
 */
export function contentOf(file: string): string {
  const database = new Sqlite(file);
  try {
    const schema = database
      .prepare('select type, name, sql from sqlite_schema order by type, name')
      .all() as { type: string; name: string; sql: string }[];
    const tables = schema.filter(({ type }) => type === 'table');
    return JSON.stringify([
      schema,
      tables.map(({ name }) => {
        // When a migration ran is taken from the clock of the machine.
        const columns = name === 'schema_migrations' ? 'number, name' : '*';
        return (database.prepare(`select ${columns} from "${name}"`).all() as object[])
          .map((row) => JSON.stringify(row))
          .sort();
      }),
    ]);
  } finally {
    database.close();
  }
}
