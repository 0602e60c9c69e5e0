import { existsSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { RegistryError } from '../kernel/errors.ts';
import { describeFileKind } from '../kernel/files/atomic-write.ts';
import { announcementsKeys } from '../modules/announcements/index.ts';
import { auditKeys } from '../modules/audit/index.ts';
import { bridgeKeys } from '../modules/bridge/index.ts';
import { catalogKeys } from '../modules/catalog/index.ts';
import { cataloguesKeys } from '../modules/catalogues/index.ts';
import { draftsKeys } from '../modules/drafts/index.ts';
import { feedKeys } from '../modules/feed/index.ts';
import { filesKeys } from '../modules/files/index.ts';
import { inboxKeys } from '../modules/inbox/index.ts';
import { insightKeys } from '../modules/insight/index.ts';
import { leasesKeys } from '../modules/leases/index.ts';
import { namesKeys } from '../modules/names/index.ts';
import { picturesKeys } from '../modules/pictures/index.ts';
import { queueKeys } from '../modules/queue/index.ts';
import { replicaKeys } from '../modules/replica/index.ts';
import { requestsKeys } from '../modules/requests/index.ts';
import { transferKeys } from '../modules/transfer/index.ts';
import { createOpenError, translateError } from '../store/driver-errors.ts';
import { openStore, sqliteFile } from '../store/open.ts';
import type { Tables } from '../store/tables.ts';
import { withCurrentSchema } from './current-schema.ts';

/**
 * The tables to copy. `key`: the columns that identify a row; the rows are copied in the order of these
 * columns. A table comes after the tables to which its rows refer.
 */
const copiedTables: readonly (readonly [table: string, key: readonly string[]])[] = [
  ...catalogKeys,
  ...cataloguesKeys,
  ...queueKeys,
  ...auditKeys,
  ...namesKeys,
  ...draftsKeys,
  ...feedKeys,
  ...leasesKeys,
  ...transferKeys,
  ...filesKeys,
  ...bridgeKeys,
  ...insightKeys,
  ...announcementsKeys,
  ...replicaKeys,
  ...inboxKeys,
  ...requestsKeys,
  ...picturesKeys,
];

/**
 * Tables that have rows even in a new database, because migrations insert them. The copy replaces these rows
 * with the source's rows.
 */
const initializedTables: readonly [table: keyof Tables, key: string][] = [
  ['audit_head', 'id'],
  ['counters', 'name'],
  ['file_counters', 'id'],
  ['open_batch', 'id'],
];

const rowsPerBatch = 200;

/**
 * Copies all rows of a database into an empty one. Ids, texts and hashes stay the same. Brings the target to
 * the current schema, and leaves the source as it is. Writes all rows in one transaction.
 *
 * @param onTable called after each copied table, with the number of its rows
 * @returns the number of copied rows
 * @throws RegistryError `bad_request` when the source does not exist, or the target is not empty or not
 * usable as a target; OutageError when a database cannot be used, or a PostgreSQL source has an older schema
 */
export async function copyDatabase(
  from: string,
  to: string,
  onTable: (table: string, rows: number) => void,
): Promise<number> {
  refuseFiles(sqliteFile(from), sqliteFile(to));
  await refuseFilledTarget(to);
  await using source = await withCurrentSchema(from, to);
  await (await openStore(to)).close();
  await using origin = await openRaw(source.url);
  await using target = await openRaw(to);
  try {
    return await origin.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((source) =>
        target.db.transaction().execute(async (destination) => {
          await refuseFilled(destination, to);
          // Every service creates the metadata of its categories, so these rows do not count as data.
          await destination.deleteFrom('category_metadata').execute();
          let total = 0;
          for (const [table, key] of copiedTables) {
            const rows = await copyTable(source, destination, table, key);
            onTable(table, rows);
            total += rows;
          }
          for (const [table, key] of initializedTables) await replaceRows(source, destination, table, key);
          // With null, the first write to a PostgreSQL target stores the target's own lineage. SQLite
          // databases have no lineage.
          await destination.updateTable('audit_head').set({ lineage: null }).execute();
          return total;
        }),
      );
  } catch (error) {
    throw translateError(error);
  }
}

/** Refuses a target with rows. Runs before the migration, so the schema may be older. */
async function refuseFilledTarget(to: string): Promise<void> {
  const file = sqliteFile(to);
  if (file !== null && !existsSync(file)) return;
  await using target = await openRaw(to);
  try {
    await refuseFilled(target.db, to);
  } catch (error) {
    throw createOpenError(file ?? 'on PostgreSQL', error);
  }
}

/**
 * Refuses a source that does not exist, and a target that is not a regular file, is the source itself, or has
 * a second hard link. Runs before the databases are opened, because opening creates missing files.
 * @param source path of the SQLite file to read; null for another kind of database, which is not checked
 * @param target path of the SQLite file to write; null for another kind of database, which is not checked
 * @throws RegistryError `bad_request`
 */
function refuseFiles(source: string | null, target: string | null): void {
  const throwRefusal = (why: string) => {
    throw new RegistryError('bad_request', `Nothing was copied: ${why}.`);
  };
  const sourceStats = source === null ? null : statSync(source, { throwIfNoEntry: false });
  const targetStats = target === null ? null : statSync(target, { throwIfNoEntry: false });
  if (source !== null && !sourceStats) throwRefusal(`the database ${source} does not exist`);
  if (!targetStats) return;
  if (!targetStats.isFile()) throwRefusal(`${target} is ${describeFileKind(targetStats)}`);
  if (targetStats.dev === sourceStats?.dev && targetStats.ino === sourceStats.ino)
    throwRefusal(`${target} and ${source} are the same file`);
  // SQLite names the write-ahead log after the file. Writes to one file under two names would use two logs
  // and damage the file.
  if (targetStats.nlink > 1)
    throwRefusal(`${target} has another hard link and may be in use under that name`);
}

async function openRaw(url: string): Promise<{ db: Kysely<Tables> } & AsyncDisposable> {
  const file = sqliteFile(url);
  // Imported lazily: the service does not need this module.
  const { openRawPostgres, openRawSqlite } = await import('../store/raw.ts');
  const db = file === null ? openRawPostgres(url) : openRawSqlite(file);
  return { db, [Symbol.asyncDispose]: () => db.destroy() };
}

async function refuseFilled(db: Kysely<Tables>, url: string): Promise<void> {
  const file = sqliteFile(url);
  const tables =
    file === null
      ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
      : sql<{ name: string }>`select name from sqlite_master where type = 'table'`;
  const tableNames = new Set((await tables.execute(db)).rows.map(({ name }) => name));
  for (const [table] of copiedTables) {
    if (table === 'category_metadata' || !tableNames.has(table)) continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) {
      const databaseName = file ?? 'the PostgreSQL database';
      throw new RegistryError(
        'bad_request',
        `Nothing was copied: ${databaseName} is not empty (table ${table} has rows).`,
      );
    }
  }
}

async function copyTable(
  source: Kysely<Tables>,
  destination: Kysely<Tables>,
  table: string,
  key: readonly string[],
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let rowCount = 0;
  let last: Record<string, unknown> | undefined;
  for (;;) {
    const after = last ? sql.join(key.map((column) => last?.[column])) : undefined;
    const rows = await sql<Record<string, unknown>>`select * from ${sql.table(table)} ${
      after ? sql<SqlBool>`where (${columns}) > (${after})` : sql``
    } order by ${columns} limit ${sql.lit(rowsPerBatch)}`.execute(source);
    if (rows.rows.length === 0) return rowCount;
    await destination
      .insertInto(table as keyof Tables)
      .values(rows.rows as never)
      .execute();
    rowCount += rows.rows.length;
    // Copying between two SQLite files never yields to the event loop, so a signal would be handled only at
    // the end.
    await nextTurn();
    last = rows.rows.at(-1);
  }
}

async function replaceRows(
  source: Kysely<Tables>,
  destination: Kysely<Tables>,
  table: string,
  key: string,
): Promise<void> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(source);
  for (const row of rows) {
    const { [key]: id, ...columns } = row;
    const assignments = sql.join(
      Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    );
    await sql`update ${sql.table(table)} set ${assignments} where ${sql.ref(key)} = ${id}`.execute(
      destination,
    );
  }
}
