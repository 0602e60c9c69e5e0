import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const built = 'console/dist';
const sourceFolders = ['console/src', 'client/src'];
const unfinished = 'node_modules/.console-unfinished';
const replacedBuilds = 'node_modules/.console-replaced';
/** Folder that exists while a process builds the console; other processes wait until it is gone. */
const lock = 'node_modules/.console-is-being-built';
/** Age, in milliseconds, above which a lock belongs to a process that is gone. */
const abandonedAfterMs = 600_000;
const lookAgainMs = 200;

/**
 * Builds the console if its sources are newer than its build. Processes that call this at once wait for one
 * build.
 */
export async function freshConsole(): Promise<void> {
  while (!isFresh()) {
    if (takeLock()) {
      try {
        await build();
      } finally {
        rmdirSync(lock);
      }
      return;
    }
    await pause(lookAgainMs);
  }
}

/**
 * Builds into another folder, and replaces the old build once the new one is complete: running services read
 * the old build meanwhile.
 */
async function build(): Promise<void> {
  // In a process of its own: the test runner's NODE_ENV would make a build for tests.
  const env = { ...process.env, NODE_ENV: 'production' };
  const options = ['--', '--outDir', resolve(unfinished), '--emptyOutDir'];
  await promisify(execFile)('npm', ['run', '--silent', 'console', ...options], { env });
  rmSync(replacedBuilds, { recursive: true, force: true });
  if (existsSync(built)) renameSync(built, replacedBuilds);
  renameSync(unfinished, built);
  rmSync(replacedBuilds, { recursive: true, force: true });
}

function isFresh(): boolean {
  const page = `${built}/index.html`;
  const sources = Math.max(...sourceFolders.map(newest), statSync('console/index.html').mtimeMs);
  return !existsSync(lock) && existsSync(page) && statSync(page).mtimeMs > sources;
}

function takeLock(): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > abandonedAfterMs) rmdirSync(lock);
    return false;
  }
}

/** The newest modification time in a folder, in Unix milliseconds. */
function newest(folder: string): number {
  return Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(`${entry.parentPath}/${entry.name}`).mtimeMs),
  );
}
