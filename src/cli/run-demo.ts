import { createApp } from '../app/app.ts';
import { createDemoPictureFiles } from '../app/demo/draw-picture.ts';
import { fillQueue } from '../app/demo/fill-queue.ts';
import { demoAccounts, startIdentityService } from '../app/demo/identity-service.ts';
import { demoUserId, loadSamples } from '../app/demo/load-samples.ts';
import { openPictureFiles } from '../app/open-clients.ts';
import { isEmpty, type ReferenceFiles, readReferenceFiles } from '../modules/transfer/index.ts';
import { Categories } from '../records/categories/index.ts';
import { isLoopback } from '../settings/loopback.ts';
import { variableNames } from '../settings/read-settings.ts';
import { deploymentRows } from '../settings/rows/deployment.ts';
import type { Settings } from '../settings/settings.ts';
import { findFirstAuthor, sqliteFile } from '../store/open.ts';
import type { DemoOptions } from './demo.ts';
import { readEnvironment } from './read-environment.ts';
import { openReferenceDirectory } from './reference-directory.ts';
import { listen, waitForStopSignal } from './serve.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

/**
 * Serves a demo until it is stopped.
 * @throws CommandFailed when the host, the database or the data folder is unsuitable for a demo
 */
export async function runDemo(terminal: Terminal, { data, emptyQueue }: DemoOptions): Promise<void> {
  const environment = demoEnvironment(terminal);
  const { settings: environmentSettings, shown } = await readEnvironment(
    { ...terminal, environment },
    'PRIMARY',
  );
  if (!isLoopback(environmentSettings.host)) {
    throw new CommandFailed(
      `MODELREF_HOST '${environmentSettings.host}' is not a loopback address, and the demo's keys are public; allowed: 127.0.0.1, ::1, localhost. For other addresses: modelref serve.`,
    );
  }
  checkDatabase(environmentSettings.databaseUrl);
  const files =
    data === undefined ? undefined : await readDirectory(data, new Categories(environmentSettings));
  await using accounts = await startIdentityService();
  const isGiven = (name: string) => shown.some((each) => each.name === name && each.source !== null);
  const settings = demoSettings(environmentSettings, accounts.url, isGiven);
  await using closers = new AsyncDisposableStack();
  const pictureHosts = closers.adopt(openPictureFiles(), (hosts) => hosts.close());
  // Prevents DNS rebinding: a foreign page whose host name resolves to this machine sends that name.
  await using app = await createApp(settings, {
    allowHost: isLoopback,
    demoAccounts,
    pictureFiles: createDemoPictureFiles(pictureHosts),
  });
  const { catalog, categories, clock } = app.context;
  const { store } = app;
  const loadedCount = await loadSamples(store, { now: clock.now(), categories }, files);
  if (loadedCount > 0) await catalog.refresh(categories.names);
  if (loadedCount > 0 && !files && !emptyQueue) await fillQueue(store, app.context);
  const stopPromise = waitForStopSignal();
  const origin = await listen(app, settings);
  const loadedText =
    loadedCount > 0 ? ` (was empty: ${loadedCount} ${files ? '' : 'sample '}models loaded)` : '';
  for (const line of formatWelcome(origin, settings, loadedText)) terminal.print(line);
  await Promise.race([stopPromise, waitForNpmEnd()]);
  terminal.print('Stopping.');
}

/**
 * Refuses databases that a demo must not open. Allows new and empty databases, and those of earlier demos.
 * @throws CommandFailed when the database contains other data or is not a SQLite file
 */
function checkDatabase(databaseUrl: string): void {
  const file = sqliteFile(databaseUrl);
  if (file === null) {
    throw new CommandFailed(
      'The demo supports SQLite only; allowed in MODELREF_DATABASE_URL: sqlite:<path of a file>. For PostgreSQL: modelref serve.',
    );
  }
  const author = findFirstAuthor(file);
  if (author === null || author.userId === demoUserId) return;
  throw new CommandFailed(
    `${databaseUrl} is not the database of a demo, and the demo's keys are public; allowed: a new or empty file, or the database of an earlier demo. To serve this one: modelref serve.`,
  );
}

/** @throws CommandFailed when the directory has no model reference file, or a file cannot be read */
async function readDirectory(directory: string, { list }: Categories): Promise<ReferenceFiles> {
  const files = await readReferenceFiles(await openReferenceDirectory(directory), list, null);
  if (isEmpty(files)) throw new CommandFailed(`There is no model reference file in ${directory}.`);
  const directoryProblem = files.problems.find(({ name }) => name === null);
  if (directoryProblem) throw new CommandFailed(`${directoryProblem.file}: ${directoryProblem.reason}.`);
  return files;
}

const npmCheckIntervalMs = 500;

/**
 * Resolves when the npm process that started this command has ended. The demo then stops, because its
 * terminal is gone. Never resolves when the command was started without npm.
 */
function waitForNpmEnd(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (process.env.npm_lifecycle_event !== undefined) {
    const npmPid = process.ppid;
    const parentCheck = setInterval(() => {
      if (process.ppid !== npmPid) resolve();
    }, npmCheckIntervalMs);
    parentCheck.unref();
  }
  return promise;
}

/**
 * Returns the settings of a demo: the passed settings with some values replaced. Logs only warnings, unless
 * the environment sets the log level: more log lines would push the welcome text off the screen.
 */
function demoSettings(base: Settings, authUrl: string, isGiven: (name: string) => boolean): Settings {
  const [requestor, approver] = demoAccounts;
  return Object.freeze({
    ...base,
    replicateMode: 'PRIMARY',
    canonicalFormat: 'v2',
    queueEnabled: true,
    auditEnabled: true,
    webhooks: [],
    authUrl,
    usageUrl: base.usageUrl ?? base.authUrl,
    requestorIds: [requestor.id],
    approverIds: [approver.id],
    logLevel: isGiven('LOG_LEVEL') ? base.logLevel : 'warn',
    showcaseImages: isGiven('SHOWCASE_IMAGES') ? base.showcaseImages : true,
  });
}

function formatWelcome(origin: string, { basePath, databaseUrl }: Settings, filledText: string): string[] {
  const baseUrl = origin + basePath;
  const width = Math.max(...demoAccounts.map(({ key }) => key.length));
  return [
    `The model reference registry is running. Stop it with Ctrl+C.`,
    '',
    `  console    ${origin}/`,
    `  docs       ${baseUrl}/docs  (also ${baseUrl}/redoc)`,
    `  base URL   ${baseUrl}`,
    `  data       ${databaseUrl}${filledText}`,
    '',
    'Keys, for the header apikey:',
    '',
    ...demoAccounts.map(({ key, username, may }) => `  ${key.padEnd(width)}  ${username}: may ${may}`),
    '',
    'Try:',
    '',
    `  curl ${baseUrl}/model_references/v2/clip/model/ViT-L%2F14`,
    ...listExamples(`${baseUrl}/model_references/v2`),
    '',
  ];
}

/** Returns an example call for each account. Each call works as printed and can be repeated. */
function listExamples(v2: string): string[] {
  const [requestor, approver, user] = demoAccounts;
  const keyHeader = (key: string) => `-H 'apikey: ${key}'`;
  const jsonHeader = `-H 'content-type: application/json'`;
  return [
    `  curl ${v2}/clip ${keyHeader(requestor.key)} ${jsonHeader} -d '{"name":"my-clip","description":"Mine."}'`,
    `  curl '${v2}/pending_queue/changes?statuses=pending' ${keyHeader(approver.key)}`,
    `  curl ${v2}/me/roles ${keyHeader(user.key)}`,
  ];
}

const databaseVariable = 'MODELREF_DATABASE_URL';
const demoDatabase = 'sqlite:./data/demo.db';

/**
 * Returns the environment of a demo, with the database of the demo. Only `MODELREF_DATABASE_URL` in the
 * environment of the process selects another database. `DATABASE_URL` and the `.env` file do not, because
 * they name the database of a real deployment.
 */
function demoEnvironment({
  environment,
  givenEnvironment,
}: Pick<Terminal, 'environment' | 'givenEnvironment'>): Record<string, string | undefined> {
  const names = new Set(variableNames(deploymentRows.databaseUrl));
  const otherEntries = Object.entries(environment).filter(([name]) => !names.has(name.toUpperCase()));
  const ownEntry = Object.entries(givenEnvironment).find(([name]) => name.toUpperCase() === databaseVariable);
  return { ...Object.fromEntries(otherEntries), [databaseVariable]: ownEntry?.[1] || demoDatabase };
}
