/** Starts the service as a process on a temporary database, for load runs and crash loops. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const execute = promisify(execFile);

export interface RunningService {
  url: string;
  pid: number;
  directory: string;
  stop(): Promise<void>;
}

/** Returns the environment variables for a service that is started from this checkout. */
export function serviceEnvironment(directory: string, port: number, extra: Record<string, string> = {}) {
  return releaseEnvironment(directory, port, { MODELREF_STOP_DELAY_SECONDS: '0', ...extra });
}

/** Returns environment variables that a service of any release understands, and the settings in `extra`. */
export function releaseEnvironment(directory: string, port: number, extra: Record<string, string> = {}) {
  return {
    PATH: process.env.PATH ?? '',
    HOME: directory,
    MODELREF_REPLICATE_MODE: 'PRIMARY',
    MODELREF_CANONICAL_FORMAT: 'v2',
    MODELREF_DATABASE_URL: `sqlite:${join(directory, 'registry.db')}`,
    MODELREF_HOST: '127.0.0.1',
    // Nothing listens there.
    MODELREF_AUTH_URL: 'http://127.0.0.1:9/api',
    MODELREF_PORT: String(port),
    MODELREF_LOG_LEVEL: 'warn',
    ...extra,
  };
}

/** Imports `source` (a directory of model references) into the service's database. */
export async function importData(
  source: string,
  directory: string,
  extra: Record<string, string> = {},
): Promise<void> {
  await execute(process.execPath, ['src/main.ts', 'import', source], {
    env: serviceEnvironment(directory, 1, extra),
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** Writes the database's models as v2 files into `target`. */
export async function exportData(target: string, directory: string): Promise<void> {
  await execute(process.execPath, ['src/main.ts', 'export', target, '--format', 'v2'], {
    env: serviceEnvironment(directory, 1),
  });
}

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'modelref-bench-'));
}

export interface StartOptions {
  /** True: `stop` leaves the directory. Default: `stop` deletes it if it is a temporary one. */
  readonly keep?: boolean;
}

/** Starts the service. Resolves when `/readyz` answers 200; rejects when the process ends first. */
export async function startService(
  directory: string,
  extra: Record<string, string> = {},
  { keep = false }: StartOptions = {},
): Promise<RunningService> {
  const port = await freePort();
  const child = spawn(process.execPath, ['bin/modelref.js', 'serve'], {
    env: serviceEnvironment(directory, port, extra),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return {
    url,
    pid: child.pid ?? 0,
    directory,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await ended;
      }
      if (!keep && directory.startsWith(tmpdir())) rmSync(directory, { recursive: true, force: true });
    },
  };
}

export async function untilReady(url: string, child: ChildProcess, limitMs = 30_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`the service ended with ${child.exitCode} before it was ready`);
    try {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) });
      // A registry without models answers 503 but is running.
      if (answer.ok || (await answer.text()).includes('never had any')) return;
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`the service was not ready within ${limitMs} ms`);
}
