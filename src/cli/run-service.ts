import { setFlagsFromString } from 'node:v8';
import { type App, createApp } from '../app/app.ts';
import type { ReadSettings } from '../app/settings.ts';
import type { Settings } from '../settings/settings.ts';
import { CommandFailed } from './terminal.ts';

/**
 * Serves until a signal to stop.
 * @throws CommandFailed when the address is taken
 */
export async function runService(read: ReadSettings): Promise<void> {
  const { settings } = read;
  boundHeapGrowth();
  await using app = await createApp(settings, { shownSettings: read.shown });
  const stop = stopSignal();
  const url = await listen(app, settings);
  const { logger } = app.context;
  logger.info({ url, mode: settings.replicateMode, format: settings.canonicalFormat }, 'listening');
  logger.info({ signal: await stop }, 'stopping');
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
