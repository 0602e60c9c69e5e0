import { type Kysely, sql } from 'kysely';
import { OutageError } from '../kernel/errors.ts';
import type { Tables } from './tables.ts';

/** Encodings in which a database can store every text. SQL_ASCII can, because it stores bytes unchanged. */
const suitableEncodings = new Set(['UTF8', 'SQL_ASCII']);

/**
 * Checks that the encoding of a PostgreSQL database can store every text, because names and descriptions of
 * models can be in any script. Returns null if it can; otherwise an error with the statement that creates a
 * suitable database.
 */
export async function checkEncoding(db: Kysely<Tables>): Promise<OutageError | null> {
  const { rows } = await sql<{ encoding: string; name: string }>`
    select current_setting('server_encoding') as encoding, quote_ident(current_database() || '_utf8') as name`.execute(
    db,
  );
  const [{ encoding, name } = { encoding: '', name: '' }] = rows;
  if (suitableEncodings.has(encoding)) return null;
  return new OutageError(
    'storage_unavailable',
    `The database has the encoding ${encoding}, which cannot store all texts; allowed: UTF8. ` +
      // The default locale of such a server rarely supports UTF8; C supports every encoding.
      `Create another database: CREATE DATABASE ${name} ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0; ` +
      'then set MODELREF_DATABASE_URL to it. To keep the data: modelref copy --from <old database> --to <new database>.',
  );
}
