import { type Kysely, sql } from 'kysely';
import { OutageError } from '../../kernel/errors.ts';
import type { Tables } from '../tables.ts';
import { initial } from './0001-initial.ts';
import { migrations2To14 } from './0002-to-0014.ts';
import { migrations15To28 } from './0015-to-0028.ts';

/**
 * One step of the schema's history. Never edited once released: a later step changes what an earlier one
 * made.
 */
export interface Migration {
  /** 1, 2, 3 … without gaps. */
  number: number;
  name: string;
  /** Run in order, in one transaction with all other missing migrations. */
  statements: (words: DialectWords) => string[];
  /** Afterwards, what SQL alone cannot do, in the same transaction. */
  rewrite?: (transaction: Kysely<Tables>) => Promise<void>;
}

/** The few words in which the two databases' SQL differs. */
interface DialectWords {
  /** A 64-bit whole number; as a primary key it is the row's own address on SQLite. */
  int: string;
  /** Text that compares and sorts by code point. */
  text: string;
  /** What stands behind a table's closing bracket. */
  table: string;
  /** Statements that make a table refuse UPDATE and DELETE. */
  appendOnly: (table: string) => string[];
  /**
   * Statements that make the database run `action` after each row that is inserted, updated or deleted.
   * @param name of the trigger, behind the table's
   * @param action SQL with its semicolon, given what it calls the row: as it is, or as it was
   */
  afterEachRow: (table: string, name: string, action: (row: 'NEW' | 'OLD') => string) => string[];
}

export const sqliteWords: DialectWords = {
  int: 'INTEGER',
  text: 'TEXT',
  table: ' STRICT',
  appendOnly: (table) =>
    ['UPDATE', 'DELETE'].map(
      (action) => `CREATE TRIGGER ${table}_no_${action.toLowerCase()} BEFORE ${action} ON ${table}
        BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END`,
    ),
  afterEachRow: (table, name, action) =>
    ['INSERT', 'UPDATE', 'DELETE'].map(
      (event) => `CREATE TRIGGER ${table}_${name}_${event.toLowerCase()} AFTER ${event} ON ${table}
        BEGIN ${action(event === 'DELETE' ? 'OLD' : 'NEW')} END`,
    ),
};

export const postgresWords: DialectWords = {
  int: 'BIGINT',
  text: 'TEXT COLLATE "C"',
  table: '',
  appendOnly: (table) => [
    `CREATE FUNCTION ${table}_refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION '${table} is append-only'; END $$`,
    `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ${table}_refuse()`,
    `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION ${table}_refuse()`,
  ],
  afterEachRow: (table, name, action) => [
    `CREATE FUNCTION ${table}_${name}() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF TG_OP = 'DELETE' THEN ${action('OLD')} ELSE ${action('NEW')} END IF; RETURN NULL; END $$`,
    `CREATE TRIGGER ${table}_${name} AFTER INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ${table}_${name}()`,
  ],
};

/** All migrations in order. A new one goes to the end of the newest list. */
export const migrations: readonly Migration[] = [initial, ...migrations2To14, ...migrations15To28];

/**
 * Brings the schema up to date. `transaction` is an open transaction that holds the database's migration
 * lock, so that of several processes starting at once one migrates and the others find it done.
 *
 * @param options.alone keeps others away from the tables; called when there is something to do
 * @throws OutageError `storage_unavailable` when the database was written by newer code than this.
 */
export async function migrate(
  transaction: Kysely<Tables>,
  words: DialectWords,
  { known = migrations, alone }: { known?: readonly Migration[]; alone?: () => Promise<void> } = {},
): Promise<void> {
  const { int, text, table } = words;
  await sql
    .raw(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
        number ${int} NOT NULL PRIMARY KEY, name ${text} NOT NULL, applied_at ${int} NOT NULL)${table}`,
    )
    .execute(transaction);
  const { last } = await transaction
    .selectFrom('schema_migrations')
    .select((expression) => expression.fn.coalesce(expression.fn.max('number'), sql<number>`0`).as('last'))
    .executeTakeFirstOrThrow();
  const newest = known.at(-1)?.number ?? 0;
  if (last > newest) {
    throw new OutageError(
      'storage_unavailable',
      `The database has schema version ${last}, but this version of the registry knows only up to ${newest}. ` +
        'Start the newer version, or restore a backup that was made before the upgrade.',
    );
  }
  if (last < newest) await alone?.();
  for (const migration of known) {
    if (migration.number <= last) continue;
    for (const statement of migration.statements(words)) await sql.raw(statement).execute(transaction);
    await migration.rewrite?.(transaction);
    const applied_at = Math.floor(Date.now() / 1000);
    await transaction
      .insertInto('schema_migrations')
      .values({ number: migration.number, name: migration.name, applied_at })
      .execute();
  }
}
