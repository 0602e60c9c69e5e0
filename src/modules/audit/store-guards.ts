import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { postgresWords, sqliteWords } from '../../store/migrations/migration.ts';
import type { Tables } from '../../store/tables.ts';

const tables = ['audit_events', 'audit_checkpoints'] as const;
type Table = (typeof tables)[number];

/** The triggers that make the audit trail and its checkpoints append-only, as far as they are missing, altered or switched off. */
export async function missingGuards(db: Kysely<Tables>): Promise<string[]> {
  const look = db.getExecutor().adapter instanceof PostgresAdapter ? missingOnPostgres : missingOnSqlite;
  const missing: string[] = [];
  for (const table of tables) missing.push(...(await look(db, table)));
  return missing;
}

async function missingOnSqlite(db: Kysely<Tables>, table: Table): Promise<string[]> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'trigger' and tbl_name = ${table}`.execute(db);
  const found = new Set(rows.map((row) => onOneLine(row.sql)));
  const expected = sqliteWords.appendOnly(table);
  return expected.filter((text) => !found.has(onOneLine(text))).map((text) => `trigger ${nameOf(text)}`);
}

async function missingOnPostgres(db: Kysely<Tables>, table: Table): Promise<string[]> {
  const { rows } = await sql<{ name: string; calls: string; body: string }>`
    select tgname as name, proname as calls, prosrc as body
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where tgrelid = ${table}::regclass and tgenabled in ('O', 'A') and not tgisinternal`.execute(db);
  const guard = `${table}_refuse`;
  const refusing = rows.filter(({ calls, body }) => calls === guard && body.includes('RAISE EXCEPTION'));
  const found = new Set(refusing.map(({ name }) => name));
  const triggers = postgresWords.appendOnly(table).filter((text) => text.startsWith('CREATE TRIGGER'));
  return triggers.filter((text) => !found.has(nameOf(text))).map((text) => `trigger ${nameOf(text)}`);
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function nameOf(createTrigger: string): string {
  return createTrigger.split(/\s+/)[2] ?? '';
}
