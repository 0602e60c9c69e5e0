import { type Kysely, sql } from 'kysely';
import { OutageError } from '../../kernel/errors.ts';
import type { Tables } from '../tables.ts';
import { initial } from './0001-initial.ts';
import { migrations2To14 } from './0002-to-0014.ts';
import { migrations15To28 } from './0015-to-0028.ts';
import { migrationsFrom29 } from './from-0029.ts';
import type { DialectWords, Migration } from './migration.ts';

/** All migrations in order. A new one goes to the end of the newest list. */
export const migrations: readonly Migration[] = [
  initial,
  ...migrations2To14,
  ...migrations15To28,
  ...migrationsFrom29,
];

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
