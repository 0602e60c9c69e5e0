import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { sqliteFile } from '../../src/store/open.ts';

/** Runs statements on a database behind the store's back, as an operator with a shell could. */
export async function runSql(url: string, statements: string): Promise<void> {
  const file = sqliteFile(url);
  if (file !== null) {
    const database = new Sqlite(file);
    try {
      database.exec(statements);
    } finally {
      database.close();
    }
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
