import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * Writes models without the triggers that note each change: for 88,000 models those take half as long again as
 * the models themselves. They are gone inside this transaction only, which holds the write lock: whoever writes
 * after it, and after a rollback or a kill, finds them.
 */
export async function withoutChangeTriggers(db: Kysely<Tables>, write: () => Promise<void>): Promise<void> {
  const { rows: triggers } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
    where type = 'trigger' and tbl_name = 'models' and name like 'models_note_change_%'`.execute(db);
  for (const { name } of triggers) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  await write();
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(db);
}
