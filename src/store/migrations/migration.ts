import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * One step in the history of the database schema. A released step is never edited: a later step changes its
 * tables.
 */
export interface Migration {
  /** 1, 2, 3 … without gaps. */
  number: number;
  name: string;
  /** Statements that run in order, in one transaction with all other missing migrations. */
  statements: (words: DialectWords) => string[];
  /** Changes stored rows in ways that SQL cannot. Runs after the statements, in the same transaction. */
  rewrite?: (transaction: Kysely<Tables>) => Promise<void>;
}

/** The parts of SQL statements that differ between SQLite and PostgreSQL. */
export interface DialectWords {
  /** Column type of a 64-bit integer. On SQLite, a primary key of this type is the rowid. */
  int: string;
  /** Column type of a text that is compared and sorted by code point. */
  text: string;
  /** Text after the closing parenthesis of CREATE TABLE: ` STRICT` on SQLite. */
  table: string;
  /** A query that returns a row if the table `schema_migrations` exists. */
  hasMigrations: string;
  /**
   * Whether the database stores the rows of a table in the order of an integer primary key, and has no
   * separate index of it. A further index of the key alone can then speed up scans, because its entries are
   * smaller than the rows.
   */
  rowsInKeyOrder: boolean;
  /** Returns statements that make a table refuse UPDATE and DELETE. */
  appendOnly: (table: string) => string[];
  /** Returns statements that drop a table to which `appendOnly` was applied. */
  dropAppendOnly: (table: string) => string[];
  /**
   * Returns statements that create a trigger: the database runs `action` after each inserted, updated or
   * deleted row.
   * @param name the end of the trigger's name, after the table's name
   * @param action returns SQL, including the semicolon, for the row called `NEW` or `OLD`
   */
  afterEachRow: (table: string, name: string, action: (row: 'NEW' | 'OLD') => string) => string[];
  /**
   * Returns statements that make the database refuse every insert or update that results in a row matching a
   * condition. Existing rows are not checked.
   * @param name the end of the constraint's name, after the table's name
   * @param condition returns the condition as SQL, with `row` directly before each column's name
   */
  refuseRows: (table: string, name: string, condition: (row: string) => string) => string[];
}

export const sqliteWords: DialectWords = {
  int: 'INTEGER',
  text: 'TEXT',
  table: ' STRICT',
  rowsInKeyOrder: true,
  hasMigrations: `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_migrations'`,
  appendOnly: (table) =>
    ['UPDATE', 'DELETE'].map(
      (action) => `CREATE TRIGGER ${table}_no_${action.toLowerCase()} BEFORE ${action} ON ${table}
        BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END`,
    ),
  dropAppendOnly: (table) => [`DROP TABLE ${table}`],
  afterEachRow: (table, name, action) =>
    ['INSERT', 'UPDATE', 'DELETE'].map(
      (event) => `CREATE TRIGGER ${table}_${name}_${event.toLowerCase()} AFTER ${event} ON ${table}
        BEGIN ${action(event === 'DELETE' ? 'OLD' : 'NEW')} END`,
    ),
  // SQLite cannot add a CHECK to an existing table.
  refuseRows: (table, name, condition) =>
    ['INSERT', 'UPDATE'].map(
      (event) => `CREATE TRIGGER ${table}_${name}_${event.toLowerCase()} BEFORE ${event} ON ${table}
        WHEN ${condition('NEW.')}
        BEGIN SELECT RAISE(ABORT, '${table}_${name}: constraint failed'); END`,
    ),
};

export const postgresWords: DialectWords = {
  int: 'BIGINT',
  text: 'TEXT COLLATE "C"',
  table: '',
  rowsInKeyOrder: false,
  hasMigrations: `SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'schema_migrations'`,
  appendOnly: (table) => [
    `CREATE FUNCTION ${table}_refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION '${table} is append-only'; END $$`,
    `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ${table}_refuse()`,
    `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION ${table}_refuse()`,
  ],
  dropAppendOnly: (table) => [`DROP TABLE ${table}`, `DROP FUNCTION ${table}_refuse()`],
  afterEachRow: (table, name, action) => [
    `CREATE FUNCTION ${table}_${name}() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF TG_OP = 'DELETE' THEN ${action('OLD')} ELSE ${action('NEW')} END IF; RETURN NULL; END $$`,
    `CREATE TRIGGER ${table}_${name} AFTER INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ${table}_${name}()`,
  ],
  refuseRows: (table, name, condition) => [
    `ALTER TABLE ${table} ADD CONSTRAINT ${table}_${name} CHECK ((${condition('')}) IS NOT TRUE) NOT VALID`,
  ],
};
