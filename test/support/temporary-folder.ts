import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

const inMemory = '/dev/shm';
/**
 * Free space in `inMemory`, in bytes, that is enough for the files of a test run: databases, a PostgreSQL
 * server and a browser may need as much at once.
 */
const room = 4 * 1024 ** 3;

/**
 * Keeps the temporary files of the test run in memory if there is enough room: the tests make hundreds of
 * databases, and each write to one would wait for the disk. It has to be the first global set-up, because the
 * others and the workers read the folder from `TMPDIR`. The first set-up is also torn down last, so it can
 * remove the folder.
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
