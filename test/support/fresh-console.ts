import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const built = 'console/dist';
/** What it is built of. */
const sourceFolders = ['console/src', 'client/src'];
const unfinished = 'node_modules/.console-unfinished';
const replaced = 'node_modules/.console-replaced';
/** Held by the process that builds; others wait for it. */
const lock = 'node_modules/.console-is-being-built';
/** A lock as old as this was left behind by a process that is gone. */
const abandonedAfterMs = 600_000;
const lookAgainMs = 200;

/** Builds the console when its sources are newer than what was built of them: once, whoever asks. */
export async function freshConsole(): Promise<void> {
  // `npm run coverage` has built it in its own way.
  if (process.env.NODE_V8_COVERAGE !== undefined) return;
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
 * Puts the build in place when it is complete: every service that a test starts meanwhile reads the folder.
 */
async function build(): Promise<void> {
  // A process of its own: in one that runs tests everything would be built for tests.
  const env = { ...process.env, NODE_ENV: 'production' };
  const options = ['--', '--outDir', resolve(unfinished), '--emptyOutDir'];
  await promisify(execFile)('npm', ['run', '--silent', 'console', ...options], { env });
  rmSync(replaced, { recursive: true, force: true });
  if (existsSync(built)) renameSync(built, replaced);
  renameSync(unfinished, built);
  rmSync(replaced, { recursive: true, force: true });
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

/** Milliseconds since 1970 of the newest file of a folder. */
function newest(folder: string): number {
  return Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(`${entry.parentPath}/${entry.name}`).mtimeMs),
  );
}
