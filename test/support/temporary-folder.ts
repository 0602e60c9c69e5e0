import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

const inMemory = '/dev/shm';
/** Number of bytes that a run may need at once, for databases, a PostgreSQL server and a browser. */
const room = 4 * 1024 ** 3;

/**
 * Keeps the temporary files of the test run in memory, if the machine has enough room for that: there are
 * hundreds of databases, and each write to one waits for the disk. It runs before the other global set-ups,
 * because they and the workers take the folder from the environment. Being first, it also ends last, and then
 * removes the folder.
 */
export function setup(): void {
  if (process.env.TMPDIR || !existsSync(inMemory)) return;
  const { bavail, bsize } = statfsSync(inMemory);
  if (bavail * bsize < room) return;
  const folder = mkdtempSync(`${inMemory}/modelref-tests-`);
  // PostgreSQL runs as another user when root runs the tests.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
}

export function teardown(): void {
  const folder = process.env.TMPDIR;
  if (folder?.startsWith(`${inMemory}/modelref-tests-`)) rmSync(folder, { recursive: true, force: true });
}
