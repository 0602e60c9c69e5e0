import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { cannotOpen } from './driver-errors.ts';

/** Who wrote a database first: null when nothing was written to it, or there is no such file. */
export type FirstAuthor = { readonly userId: string } | null;

/**
 * Looks into a SQLite file without changing it, not even its schema: who wrote the first event of its audit
 * trail. A file that holds tables but no audit trail of ours counts as written by nobody known (`''`).
 *
 * @throws OutageError `storage_unavailable` when the file cannot be read as a database
 */
export function firstAuthor(path: string): FirstAuthor {
  if (!existsSync(path)) return null;
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(path, { readonly: true, fileMustExist: true });
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    if (tables.length === 0) return null;
    if (!tables.includes('audit_events')) return { userId: '' };
    const first = database
      .prepare('SELECT logical_user_id FROM audit_events ORDER BY event_id LIMIT 1')
      .pluck()
      .get();
    if (typeof first === 'string') return { userId: first };
    const written = database.prepare('SELECT count(*) FROM models').pluck().get();
    return written === 0 ? null : { userId: '' };
  } catch (error) {
    throw cannotOpen(path, error);
  } finally {
    database?.close();
  }
}
