import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const inMemory = '/dev/shm';
/**
 * Free space in `inMemory`, in bytes, that is enough for the files of a test run: databases, a PostgreSQL
 * server and a browser may need as much at once.
 */
const room = 4 * 1024 ** 3;

/** The start of the names of folders of test runs; the process id of the run follows. */
const prefix = 'modelref-tests-';

/**
 * Makes the folder of all temporary files of the test run: in memory if there is enough room, since the tests make
 * hundreds of databases, and each write to one would wait for the disk. Removes the folders of runs that were killed.
 * The other set-ups and the workers read the folder from `TMPDIR`. Called again in a run, it does nothing.
 */
export function setup(): void {
  // Set-ups of projects run before it, and call it.
  const own = `${prefix}${process.pid}-`;
  if (process.env.TMPDIR !== undefined && basename(process.env.TMPDIR).startsWith(own)) return;
  const parent = process.env.TMPDIR ?? (hasRoom() ? inMemory : tmpdir());
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(parent, name));
  }
  const folder = mkdtempSync(join(parent, own));
  // PostgreSQL runs as another user when root runs the tests.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  // Also when the run is interrupted, which tears nothing down.
  process.once('exit', () => remove(folder));
}

function hasRoom(): boolean {
  if (!existsSync(inMemory)) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= room;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process of another user is running, and may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes a folder. What a process writes to it at this moment, or belongs to another user, may stay. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {}
}
