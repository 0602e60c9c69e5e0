import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

const inMemory = '/dev/shm';
/** What a run may need at once: databases, a PostgreSQL server, a browser. In bytes. */
const room = 4 * 1024 ** 3;

/**
 * Lets the test run and what it starts keep temporary files in memory, where the machine has a place for that
 * with enough room: there are databases by the hundred, and every write to one is on the disk before it is
 * answered. Listed first among the global set-ups: workers and the other set-ups take the folder from the
 * environment, and it is removed when these are undone.
 */
export function setup(): void {
  if (process.env.TMPDIR || !existsSync(inMemory)) return;
  const { bavail, bsize } = statfsSync(inMemory);
  if (bavail * bsize < room) return;
  const folder = mkdtempSync(`${inMemory}/modelref-tests-`);
  // PostgreSQL is another user when root runs the tests.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
}

export function teardown(): void {
  const folder = process.env.TMPDIR;
  if (folder?.startsWith(`${inMemory}/modelref-tests-`)) rmSync(folder, { recursive: true, force: true });
}
