/**
 * The real service as a process that starts fast enough to be killed a thousand times: its code bundled into
 * few files, compiled code kept between starts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { build } from 'vite';
import { users } from '../../support/identity-server.ts';
import { serviceEnvironment } from '../../support/service-process.ts';

/** Removes what it has written when disposed of. */
export interface BuiltService extends Disposable {
  /** Starts `modelref serve` on the database in `directory`; resolves when it is ready. */
  start(options: StartOptions): Promise<ServiceProcess>;
  /**
   * Runs a command of `modelref` over the database in `directory`; gives its exit code and what it printed.
   */
  command(directory: string, words: readonly string[], more?: Record<string, string>): Promise<CommandEnd>;
}

export interface CommandEnd {
  readonly code: number | null;
  /** Both of its streams. */
  readonly output: string;
}

export interface StartOptions {
  /** The folder of `registry.db`. */
  readonly directory: string;
  readonly authUrl: string;
  readonly environment?: Record<string, string>;
  /** The most files and sockets at once. */
  readonly descriptors?: number;
}

export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Sends the signal and resolves when the process has ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

export async function buildService(): Promise<BuiltService> {
  const directory = mkdtempSync(join(tmpdir(), 'modelref-bundle-'));
  const entry = join(directory, 'dist', 'service', 'main.js');
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    // These look for files beside their code.
    ssr: { noExternal: true, external: ['better-sqlite3', 'pg', '@fastify/swagger-ui', 'openapi-explorer'] },
    build: {
      ssr: resolve('src/main.ts'),
      outDir: join(directory, 'dist', 'service'),
      target: 'node24',
      // All as deep as the sources are: they look for package.json from there.
      rolldownOptions: { output: { chunkFileNames: '[name].js' } },
    },
  });
  for (const name of ['node_modules', 'package.json']) symlinkSync(resolve(name), join(directory, name));
  const environment = { NODE_COMPILE_CACHE: join(directory, 'compiled') };
  return {
    start: (options) =>
      startProcess(entry, { ...options, environment: { ...environment, ...options.environment } }),
    command: async (where, words, more) => {
      const child = spawn(process.execPath, [entry, ...words], {
        env: serviceEnvironment(where, 0, { ...environment, ...more }),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      return { code: child.exitCode, output: out + err };
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

async function startProcess(
  entry: string,
  { directory, authUrl, environment, descriptors }: StartOptions,
): Promise<ServiceProcess> {
  const words = [process.execPath, entry, 'serve'];
  const [program = '', ...rest] =
    descriptors === undefined ? words : ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh', ...words];
  const child = spawn(program, rest, {
    env: serviceEnvironment(directory, 0, {
      MODELREF_AUTH_URL: authUrl,
      MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
      MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
      MODELREF_LOG_LEVEL: 'info',
      MODELREF_ACCESS_LOG: 'off',
      ...environment,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolveEnd) => child.once('exit', () => resolveEnd()));
  const { promise, resolve: found, reject } = Promise.withResolvers<string>();
  createInterface(child.stdout).on('line', (line) => {
    const { msg, url } = JSON.parse(line) as { msg: string; url?: string };
    if (msg === 'listening' && url) found(url);
  });
  child.once('exit', (code, signal) =>
    reject(new Error(`the service ended with ${code ?? signal} before it was ready`)),
  );
  return {
    url: await promise,
    child,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
