/** Runs a release of the registry from the folder that holds it, with the release's own code. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../test/support/free-port.ts';
import { users } from '../../test/support/identity-server.ts';
import { releaseEnvironment, untilReady } from '../../test/support/service-process.ts';

const run = promisify(execFile);

export interface Release {
  readonly version: string;
  /**
   * Runs a command of the release's command line, such as `import`, and waits for its end.
   *
   * @throws Error with the command's output, when the command fails
   */
  command(...words: string[]): Promise<void>;
  /**
   * Starts the release's service, calls `work` with the service's origin, and stops the service afterwards.
   * Returns the result of `work`.
   */
  serving<T>(work: (url: string) => Promise<T>): Promise<T>;
}

/**
 * Returns the release that is installed in the folder `tree`. Starts nothing yet.
 * @param tree the folder of the release, with its dependencies installed
 * @param directory the folder in which the release keeps its database
 * @param extra further environment variables for the release's commands and service
 */
export function releaseIn(tree: string, directory: string, extra: Record<string, string>): Release {
  const { version } = createRequire(import.meta.url)(join(tree, 'package.json')) as { version: string };
  const settings = {
    MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
    MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
    MODELREF_LICENSING__EDITOR_IDS: users.nobody.id,
    MODELREF_LOG_LEVEL: 'error',
    ...extra,
  };
  const start = (port: number): ChildProcess =>
    spawn(process.execPath, ['src/main.ts', 'serve'], {
      cwd: tree,
      env: releaseEnvironment(directory, port, settings),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  return {
    version,
    command: async (...words) => {
      await run(process.execPath, ['src/main.ts', ...words], {
        cwd: tree,
        env: releaseEnvironment(directory, 1, settings),
      });
    },
    serving: async (work) => {
      const port = await freePort();
      const child = start(port);
      try {
        const url = `http://127.0.0.1:${port}`;
        await untilReady(url, child);
        return await work(url);
      } finally {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        if (child.exitCode === null && child.kill('SIGTERM')) await gone;
      }
    },
  };
}
