import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { type App, createApp, originOf, stopWithinMs } from '../app/app.ts';
import { createLogger } from '../app/create-logger.ts';
import { openDatabase } from '../app/open-database.ts';
import { connectSiblings } from '../app/workers/siblings.ts';
import { superviseWorkers } from '../app/workers/supervisor.ts';
import { workerChannel } from '../app/workers/worker-channel.ts';
import type { ReadSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { shownSettings } from '../settings/shown-settings.ts';
import { CommandFailed } from './terminal.ts';

/**
 * Serves until a signal to stop: alone, as the supervisor of workers, or as one of those.
 * @throws CommandFailed when the address is taken, or workers could not start
 */
export async function runService(read: ReadSettings): Promise<void> {
  const { settings } = read;
  boundHeapGrowth();
  if (settings.workers === 1) await serveAlone(read);
  else if (cluster.isPrimary) await supervise(settings);
  else await serveAsWorker(read);
}

async function serveAlone(read: ReadSettings): Promise<void> {
  const { settings } = read;
  await using app = await createApp(settings, { shownSettings: shownSettings(read) });
  const stop = stopSignal();
  const url = await listen(app, settings);
  app.context.logger.info({ url, ...whatIsServed(settings) }, 'listening');
  const signal = await stop;
  app.context.logger.info({ signal }, 'stopping');
}

/** @throws CommandFailed when the workers could not start */
async function supervise(settings: Settings): Promise<void> {
  const logger = createLogger(settings);
  // The schema is brought up to date once, and a database that cannot be used is told once.
  await (await openDatabase(settings)).close();
  const started = await superviseWorkers({
    count: settings.workers,
    stop: stopSignal().then((signal) => logger.info({ signal }, 'stopping')),
    stopWithinMs: stopWithinMs + 5_000,
    silenceMs: settings.workerSilenceSeconds * 1000,
    onListening: (address, workers) =>
      logger.info({ url: originOf(address), ...whatIsServed(settings), workers }, 'listening'),
    onDeath: ({ pid, cause, restartInMs }) =>
      logger.error({ worker: pid, cause, restartInMs }, 'a worker died and is started anew'),
  });
  if (!started) throw new CommandFailed('The workers could not start.');
}

async function serveAsWorker(read: ReadSettings): Promise<void> {
  const { settings } = read;
  using channel = workerChannel();
  await using app = await createApp(settings, {
    siblings: connectSiblings(channel),
    shownSettings: shownSettings(read),
  });
  const stop = Promise.race([stopSignal(), channel.stopAsked]);
  await listen(app, settings);
  await stop;
}

function whatIsServed({ replicateMode, canonicalFormat }: Settings) {
  return { mode: replicateMode, format: canonicalFormat };
}

/** @throws CommandFailed when the address is taken or not ours */
export async function listen(app: App, { host, port }: Settings): Promise<string> {
  try {
    return await app.listen();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    const hint =
      code === 'EADDRINUSE' ? ' Something listens there already; choose another MODELREF_PORT.' : '';
    throw new CommandFailed(`Cannot listen on ${host} port ${port}: ${message}.${hint}`);
  }
}

/** Resolves at the first signal to stop; a second one ends the process at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  });
}

/**
 * Lets garbage come to no more than a third of what is in use before it is collected. By itself V8 waits until
 * the heap has grown four times as large when much is allocated quickly, as lists of large proposals do:
 * 300 MiB of garbage beside 60 MiB in use. Ready answers leave nothing behind, so what is read most pays
 * nothing.
 */
function boundHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
