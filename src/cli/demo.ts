import { Command } from 'commander';
import { createApp } from '../app.ts';
import type { Settings } from '../config/settings.ts';
import { demoAccounts } from '../demo/accounts.ts';
import { startIdentityService } from '../demo/identity-service.ts';
import { loadSamples } from '../demo/load-samples.ts';
import { isLoopback } from '../demo/loopback.ts';
import { categoryNames } from '../registry/categories/index.ts';
import { readEnvironment } from './read-environment.ts';
import { listen, stopSignal } from './serve.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

export function demoCommand(terminal: Terminal): Command {
  return new Command('demo')
    .description(
      'Run the service for trying it out, on this machine only, with sample data and test accounts.',
    )
    .addHelpText('after', help)
    .action(async () => {
      const { settings: given, sources } = readEnvironment(terminal, 'PRIMARY');
      if (!isLoopback(given.host)) {
        throw new CommandFailed(
          `The demo's keys are public, so it listens on a loopback address only, not on '${given.host}'; allowed: 127.0.0.1, ::1, localhost. To be reached from elsewhere: modelref serve.`,
        );
      }
      await using accounts = await startIdentityService(
        Object.fromEntries(demoAccounts.map(({ key, username }) => [key, username])),
      );
      const settings = demoSettings(given, accounts.url, sources.LOG_LEVEL !== null);
      await using app = await createApp(settings);
      const { catalog, clock, store } = app.context;
      const loaded = await loadSamples(store, clock.now());
      if (loaded > 0) await catalog.refresh(categoryNames);
      const origin = await listen(app, settings);
      for (const line of welcome(origin, settings, loaded)) terminal.print(line);
      await Promise.race([stopSignal(), endOfNpm()]);
      terminal.print('Stopping.');
    });
}

const help = `
A PRIMARY with canonical format v2 on MODELREF_HOST (a loopback address) and MODELREF_PORT, with its data in
MODELREF_DATABASE_URL (default sqlite:./data/registry.db). An empty database is filled with a few well-known public
models. Keys are checked by an identity service that the demo runs itself. Other settings are as in the environment.`;

const lookForNpmEveryMs = 500;

/**
 * Resolves when the npm that runs this has been killed: nobody would know of the service that it leaves
 * behind. Without npm, never.
 */
function endOfNpm(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (process.env.npm_lifecycle_event !== undefined) {
    const npm = process.ppid;
    const look = setInterval(() => {
      if (process.ppid !== npm) resolve();
    }, lookForNpmEveryMs);
    look.unref();
  }
  return promise;
}

/**
 * The environment's settings, but for what makes it a demo. Quiet unless told otherwise: the terminal is for
 * the welcome.
 */
function demoSettings(given: Settings, authUrl: string, logLevelGiven: boolean): Settings {
  const [requestor, approver] = demoAccounts;
  return Object.freeze({
    ...given,
    replicateMode: 'PRIMARY',
    canonicalFormat: 'v2',
    workers: 1,
    queueEnabled: true,
    authUrl,
    requestorIds: [requestor.id],
    approverIds: [approver.id],
    logLevel: logLevelGiven ? given.logLevel : 'warn',
  });
}

function welcome(origin: string, { basePath, databaseUrl }: Settings, loaded: number): string[] {
  const base = origin + basePath;
  const width = Math.max(...demoAccounts.map(({ key }) => key.length));
  return [
    `The model reference registry is running. Stop it with Ctrl+C.`,
    '',
    `  docs       ${base}/docs  (also ${base}/redoc)`,
    `  base URL   ${base}`,
    `  console    ${origin}/`,
    `  data       ${databaseUrl}${loaded > 0 ? ` (was empty: ${loaded} sample models loaded)` : ''}`,
    '',
    'Keys, for the header apikey:',
    '',
    ...demoAccounts.map(({ key, username, may }) => `  ${key.padEnd(width)}  ${username}: may ${may}`),
    '',
    'Try:',
    '',
    `  curl ${base}/model_references/v2/clip/model/ViT-L%2F14`,
    '',
  ];
}
