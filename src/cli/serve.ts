import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { App } from '../app/app.ts';
import type { Settings } from '../settings/settings.ts';
import { command } from './command.ts';
import { readEnvironment } from './read-environment.ts';
import { CommandFailed } from './terminal.ts';

export const serveCommand = command({
  name: 'serve',
  about:
    'Run the service with the settings of the environment. SIGINT stops it after the running requests; SIGTERM waits MODELREF_STOP_DELAY_SECONDS first.',
  help: `
MODELREF_REPLICATE_MODE is required (PRIMARY or REPLICA); all other settings have defaults. A missing SQLite database
is created, but not its folder: modelref import and modelref migrate create that. To check an environment without
starting the service: modelref check-config

Example:
  MODELREF_REPLICATE_MODE=PRIMARY MODELREF_PENDING_QUEUE__APPROVER_IDS=1234 modelref serve`,
  async run(terminal) {
    const { settings, shown } = await readEnvironment(terminal, null);
    const { createApp, findMissingFolder, listStartLines } = await loadService();
    const folderProblem = findMissingFolder(settings);
    if (folderProblem !== null) throw new CommandFailed(missingFolderMessage(folderProblem, process.cwd()));
    boundHeapGrowth();
    terminal.continueWithoutOutput?.();
    let stop: Promise<NodeJS.Signals> | undefined;
    do {
      await using app = await createApp(settings);
      stop ??= waitForStopSignal();
      await serveUntil(stop, app, settings, (url) => {
        for (const line of listStartLines(settings, shown, app, url)) terminal.note(line);
      });
    } while ((await Promise.race([stop, null])) === null);
  },
});

/**
 * Loads the modules of the service. This is a separate function because it must not contain `await using`:
 * TypeScript would then not rewrite the paths of `import()` for the build.
 */
const loadService = async () => {
  const [{ createApp }, { findMissingFolder }, { listStartLines }] = await Promise.all([
    import('../app/app.ts'),
    import('../app/open-database.ts'),
    import('./start-lines.ts'),
  ]);
  return { createApp, findMissingFolder, listStartLines };
};

/**
 * Returns the error message for a database whose folder does not exist. `serve` does not create the
 * folder, because the path is probably a mistake.
 */
const missingFolderMessage = ({ folder, file }: { folder: string; file: string }, workingDirectory: string) =>
  `The folder ${folder} does not exist, so there is no database ${file} (MODELREF_DATABASE_URL; the working directory is ${workingDirectory}). ` +
  'serve does not create folders: correct the path, or create a new registry with modelref import, or an empty one with modelref migrate.';

/**
 * Serves until a stop signal arrives, or until the service's standby database is promoted. Then announces the
 * stop and waits for the time in the settings; does not wait after SIGINT. After a promotion the caller opens
 * the service again, so that it accepts writes.
 */
async function serveUntil(
  stop: Promise<NodeJS.Signals>,
  app: App,
  settings: Settings,
  onListening: (url: string) => void,
): Promise<void> {
  const url = await listen(app, settings);
  onListening(url);
  const { logger, catalog } = app.context;
  if (settings.replicateMode === 'PRIMARY' && catalog.isNeverWritten()) {
    logger.warn('this registry has no models and never had any');
  }
  const { writable } = app.store;
  const serverFacts = { url, mode: settings.replicateMode, format: settings.canonicalFormat };
  logger.info({ ...serverFacts, ...(!writable && { database: 'read-only' }) }, 'listening');
  using stack = new DisposableStack();
  const abortController = stack.adopt(new AbortController(), (each) => each.abort());
  const promotion = app.store.promoted?.(abortController.signal).then(() => null);
  // Rejects only when `abortController` aborts it.
  promotion?.catch(() => {});
  const signal = await Promise.race(promotion ? [stop, promotion] : [stop]);
  // SIGINT comes from a user at a terminal: there is no proxy to wait for.
  const delaySeconds = signal === 'SIGINT' ? 0 : settings.stopDelaySeconds;
  if (signal === null)
    logger.warn({ delaySeconds }, 'the database was promoted: restarting to accept writes');
  else logger.info({ signal, delaySeconds }, 'stopping');
  app.announceStop();
  await pause(delaySeconds * 1000);
}

/**
 * Listens on the address in the settings; returns the service's origin.
 * @throws CommandFailed when the operating system refuses, for example because the address is in use
 */
export async function listen(app: App, { host, port }: Settings): Promise<string> {
  try {
    return await app.listen();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    const hint = code === 'EADDRINUSE' ? ' The port is in use; choose another MODELREF_PORT.' : '';
    throw new CommandFailed(`Cannot listen on ${host} port ${port}: ${message}.${hint}`);
  }
}

/** Resolves at the first stop signal. A second signal ends the process at once. */
export function waitForStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  });
}

/**
 * Makes V8 collect garbage when the heap has grown by 30 percent. By default V8 lets the heap grow to four
 * times its size when the service allocates quickly, for example to list large proposals: 300 MiB of garbage
 * for 60 MiB in use. Prepared responses allocate little, so the most frequent reads do not get slower.
 */
function boundHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
