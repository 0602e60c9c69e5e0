import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * A real `modelref` process, by default in an empty working directory. Killed and cleaned up when disposed
 * of.
 */
export interface ModelrefProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly directory: string;
  /**
   * All it has written so far. What it wrote to standard output and what it wrote to standard error come by two
   * pipes: which comes first is not known.
   */
  output(): string;
  /** Resolves with the output once it matches; rejects when the process ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the exit code when it ends. */
  ended(): Promise<number | null>;
}

export async function startModelref(
  words: readonly string[],
  environment: Record<string, string>,
  workIn?: string,
): Promise<ModelrefProcess> {
  const directory = workIn ?? (await mkdtemp(join(tmpdir(), 'modelref-cli-')));
  // For the database that the settings name by default: `serve` makes no folders.
  if (workIn === undefined) await mkdir(join(directory, 'data'));
  const child = spawn(process.execPath, [resolve('src/main.ts'), ...words], {
    cwd: directory,
    env: { PATH: process.env.PATH ?? '', MODELREF_STOP_DELAY_SECONDS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      for (const listener of listeners) listener();
    });
  }
  return {
    child,
    directory,
    output: () => output,
    printed: (pattern) =>
      new Promise((resolveMatch, reject) => {
        const look = () => {
          const found = pattern.exec(output);
          if (!found) return;
          listeners.delete(look);
          resolveMatch(found);
        };
        listeners.add(look);
        look();
        void closed.then(() => reject(new Error(`it ended without printing ${pattern}:\n${output}`)));
      }),
    ended: async () => (await closed)[0],
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await closed;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
