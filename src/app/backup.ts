import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Database as Sqlite } from 'better-sqlite3';
import { sql } from 'kysely';
import { DamagedError, OutageError, RegistryError, ShownError } from '../kernel/errors.ts';
import { writeFileAtomically } from '../kernel/files/atomic-write.ts';
import { auditStore, chainStart, findLinkProblem } from '../modules/audit/index.ts';
import type { ChainEnd } from '../records/feed-cursor.ts';
import { markCopy } from '../store/lineage.ts';
import { copyWithoutChanging } from '../store/sqlite.ts';

/** Suffixes of the files that SQLite creates beside a database. */
const sidecarSuffixes = ['-wal', '-shm', '-journal'] as const;

/**
 * Returns the paths of a database file and of the files that SQLite may create beside it, whether or not they
 * exist.
 */
export function databaseFiles(file: string): string[] {
  return [file, ...sidecarSuffixes.map((suffix) => file + suffix)];
}

/**
 * Copies a SQLite database while it is in use. The copy is a consistent snapshot and does not block writers.
 * The file `toPath` appears only when the copy is complete, checked and synced to disk. Only the file's owner
 * may read it.
 *
 * @param keep further files that must not be overwritten, under any name; the database's own files are always
 *   protected
 * @param replace whether the copy may replace an existing file
 * @throws RegistryError `bad_request` when there is no database, or the copy must not be written to `toPath`;
 *   OutageError `storage_unavailable` when a file cannot be read or written, or the copy is damaged
 */
export async function backup(
  fromPath: string,
  toPath: string,
  { replace, keep = [] }: { replace: boolean; keep?: readonly string[] },
): Promise<void> {
  const target = resolve(toPath);
  if (!existsSync(fromPath)) {
    throw new RegistryError('bad_request', `Nothing was copied: the database ${fromPath} does not exist.`);
  }
  await refuseSidecarFiles(target);
  try {
    await writeFileAtomically(
      target,
      { replace, protectedPaths: [...databaseFiles(fromPath), ...keep], mode: 0o600 },
      async (_, temporaryPath) => {
        await checkCopy(temporaryPath, await copyWithoutChanging(fromPath, temporaryPath, readChainEnd));
      },
    );
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'bad_request') throw error;
    throw new OutageError(
      'storage_unavailable',
      `The database ${fromPath} was not copied to ${target}: ${error instanceof ShownError ? error.message : error}`,
      { cause: error },
    );
  }
}

/**
 * Refuses a target whose name has an ending of `sidecarSuffixes`, such as `-wal`. Also refuses a target
 * beside which a file with such an ending exists: SQLite would read that file's content into the copy.
 * @throws RegistryError `bad_request`
 */
async function refuseSidecarFiles(target: string): Promise<void> {
  const sidecarSuffix = sidecarSuffixes.find((suffix) => target.toLowerCase().endsWith(suffix));
  if (sidecarSuffix) {
    throw new RegistryError(
      'bad_request',
      `${target} was not written: names that end with ${sidecarSuffix} are reserved for files of SQLite.`,
    );
  }
  for (const suffix of sidecarSuffixes) {
    const sidecar = await lstat(target + suffix).catch(() => null);
    if (!sidecar) continue;
    throw new RegistryError(
      'bad_request',
      `${target} was not written: SQLite would read the existing file ${target}${suffix} into the copy. Choose another name, or remove that file if its database no longer exists.`,
    );
  }
}

/** Returns the id and hash of the last event in a database's audit trail. */
function readChainEnd(database: Sqlite): ChainEnd {
  return database.prepare('SELECT event_id, hash FROM audit_head').get() as ChainEnd;
}

/**
 * Checks a copy, then marks it as a copy. A registry that later uses the copy as its database skips the ids
 * that the original database may have assigned after the copy was made.
 *
 * @throws OutageError `storage_unavailable` when SQLite reports damage, or the copy's audit trail does not
 *   end with the event `end`
 */
async function checkCopy(file: string, end: ChainEnd): Promise<void> {
  // Imported lazily: the service does not need this module.
  const { openRawSqlite } = await import('../store/raw.ts');
  const db = openRawSqlite(file);
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db);
    const integrity = rows[0]?.integrity_check;
    if (integrity !== 'ok') throw damagedCopyError(`SQLite reports: ${integrity}`);
    const audit = auditStore({ db });
    const head = await audit.head();
    const [last] = await audit.events({}, 1, 'descending');
    const before = last ? { event_id: last.event_id - 1, hash: last.previous_hash } : chainStart;
    const problem = last ? findLinkProblem(last, before) : null;
    if (problem) throw damagedCopyError(problem);
    const { event_id, hash } = last ?? chainStart;
    for (const expectedEnd of [head, end]) {
      if (expectedEnd.event_id !== event_id || expectedEnd.hash !== hash) {
        throw damagedCopyError(
          `its audit trail ends with event ${event_id} instead of event ${expectedEnd.event_id}`,
        );
      }
    }
    await markCopy.execute(db);
  } finally {
    await db.destroy();
  }
}

function damagedCopyError(what: string): DamagedError {
  return new DamagedError(
    'storage_unavailable',
    `the copy is damaged, and the database may be damaged too: ${what}.`,
  );
}
