import { type Kysely, sql } from 'kysely';
import { OutageError } from '../../kernel/errors.ts';
import type { Tables } from '../tables.ts';
import { initial } from './0001-initial.ts';
import { migrations2To14 } from './0002-to-0014.ts';
import { migrations15To28 } from './0015-to-0028.ts';
import { migrationsFrom29 } from './from-0029.ts';
import type { DialectWords, Migration } from './migration.ts';

/** All migrations in order. New ones are appended to the newest list. */
export const migrations: readonly Migration[] = [
  initial,
  ...migrations2To14,
  ...migrations15To28,
  ...migrationsFrom29,
];

export function listMigrationsUpTo(last: number = Number.POSITIVE_INFINITY): readonly Migration[] {
  return migrations.filter(({ number }) => number <= last);
}

/**
 * Lists the migrations that a database lacks: all of them if it has no tables.
 *
 * @throws OutageError `storage_unavailable` when newer code has migrated the database
 */
export async function findMissingMigrations(
  db: Kysely<Tables>,
  { hasMigrations }: Pick<DialectWords, 'hasMigrations'>,
  knownMigrations: readonly Migration[] = migrations,
): Promise<readonly Migration[]> {
  const { rows } = await sql.raw(hasMigrations).execute(db);
  if (rows.length === 0) return knownMigrations;
  const { last } = await db
    .selectFrom('schema_migrations')
    .select((expression) => expression.fn.coalesce(expression.fn.max('number'), sql<number>`0`).as('last'))
    .executeTakeFirstOrThrow();
  const newestVersion = knownMigrations.at(-1)?.number ?? 0;
  if (last > newestVersion) {
    throw new OutageError(
      'storage_unavailable',
      `The database has schema version ${last}, but this version of the registry knows only up to ${newestVersion}. ` +
        'Start the newer version, or restore a backup that was made before the upgrade.',
    );
  }
  return knownMigrations.filter(({ number }) => number > last);
}

/**
 * Checks that the schema is up to date, for a database that this process does not write to.
 *
 * @param why the reason why this process does not write, and the action to take, such as 'It can only be read
 *   here' and 'Migrate it.'
 * @throws OutageError `storage_unavailable` when migrations are missing, or newer code has migrated the
 *   database
 */
export async function refuseOutdated(
  db: Kysely<Tables>,
  words: DialectWords,
  [why, remedy]: readonly [why: string, remedy: string] = migrationCommandHint,
): Promise<void> {
  const pendingMigrations = await findMissingMigrations(db, words);
  if (pendingMigrations.length === 0) return;
  const numbers = pendingMigrations.map(({ number }) => number).join(', ');
  throw new OutageError(
    'storage_unavailable',
    `${why}, and its schema lacks what this version needs (migrations ${numbers}). ${remedy}`,
  );
}

const migrationCommandHint = [
  'The database is only read',
  'Run modelref migrate on it first. For a backup, use a copy: its own version cannot open it afterwards.',
] as const;

/**
 * Runs the missing migrations. `transaction` must be open, and must prevent other processes from migrating at
 * the same time.
 *
 * @throws OutageError `storage_unavailable` when newer code has migrated the database
 */
export async function migrate(
  transaction: Kysely<Tables>,
  words: DialectWords,
  { known = migrations }: { known?: readonly Migration[] } = {},
): Promise<void> {
  for (const migration of await findMissingMigrations(transaction, words, known)) {
    for (const statement of statementsOf(migration, words)) await sql.raw(statement).execute(transaction);
    await migration.rewrite?.(transaction);
    const applied_at = Math.floor(Date.now() / 1000);
    await transaction
      .insertInto('schema_migrations')
      .values({ number: migration.number, name: migration.name, applied_at })
      .execute();
  }
}

/**
 * Returns the statements of a migration; those of the first migration also create the table
 * `schema_migrations`.
 */
export function statementsOf(migration: Migration, words: DialectWords): readonly string[] {
  const { int, text, table } = words;
  const migrationsTable = `CREATE TABLE IF NOT EXISTS schema_migrations (
        number ${int} NOT NULL PRIMARY KEY, name ${text} NOT NULL, applied_at ${int} NOT NULL)${table}`;
  return [...(migration.number === 1 ? [migrationsTable] : []), ...migration.statements(words)];
}
