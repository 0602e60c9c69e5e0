import { type Logger, pino } from 'pino';
import { type Bounds, bounds } from '../kernel/bounds.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { ShownError } from '../kernel/errors.ts';
import type { Identity } from '../kernel/identity.ts';
import type { Trail } from '../modules/audit/index.ts';
import type { ModuleContext } from '../modules/base.ts';
import type { HistoryLossHandler } from '../modules/catalog/index.ts';
import { changeStore } from '../modules/queue/index.ts';
import type { RemoteFiles } from '../outside/remote-files.ts';
import type { UsageSource } from '../outside/usage-client.ts';
import { Categories } from '../records/categories/index.ts';
import { formatCursor } from '../records/feed-cursor.ts';
import type { DemoAccount } from '../serving/context.ts';
import { truncateLine } from '../serving/log-line.ts';
import { createMetrics } from '../serving/metrics/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { openIdentity, openPictureFiles, openRemoteFiles, openUsage } from './open-clients.ts';
import { openDatabase } from './open-database.ts';
import { createTrail } from './trail-of.ts';

/** The parts of the service that all other parts are built on. */
export interface Foundation extends ModuleContext, Trail {
  readonly identity: Identity;
  readonly usage: UsageSource;
  readonly remoteFiles: RemoteFiles;
  /** Fetches showcase pictures. Sends no token, unlike `remoteFiles`. */
  readonly pictureFiles: RemoteFiles;
  /**
   * Logs and counts the loss of the history. A part of the service that caches data calls it when the last
   * event that it has read no longer exists, because the database was replaced. The part then reloads all its
   * data.
   */
  readonly onHistoryLost: HistoryLossHandler;
}

/**
 * Opens the parts on which all other parts are built. Uses the parts in `overrides` instead of opening its
 * own.
 * @param resources receives each part that this function opens; the caller disposes of the stack at the end
 */
export async function openFoundation(
  settings: Settings,
  overrides: Overrides,
  resources: AsyncDisposableStack,
): Promise<Foundation> {
  const clock = overrides.clock ?? systemClock;
  const logger = overrides.logger ?? (await createLogger(settings, overrides.logTo));
  const onMigrationWait = (line: string) => logger.warn(line);
  const onIdsLeap = () =>
    logger.warn(
      'the database was replaced since the last write: a standby was promoted, or a copy was restored. New ids skip all ids that may have been used',
    );
  const onServer = (server: string) => logger.info({ server }, 'using this database server');
  const store =
    overrides.store ??
    resources.adopt(await openDatabase(settings, { onMigrationWait, onServer, onIdsLeap }), (each) =>
      each.close(),
    );
  const metrics = createMetrics({
    ping: store.ping,
    queueCounts: () => store.read((reader) => changeStore(reader).counts()),
  });
  const identity =
    overrides.identity ??
    resources.adopt(openIdentity(settings, metrics, overrides.identityTimeoutMs), (each) => each.close());
  const usage =
    overrides.usage ?? resources.adopt(openUsage(settings, { logger, metrics }), (each) => each.close());
  metrics.usage.follow(usage.health);
  const remoteFiles =
    overrides.remoteFiles ?? resources.adopt(openRemoteFiles(settings), (files) => files.close());
  const pictureFiles =
    overrides.pictureFiles ?? resources.adopt(openPictureFiles(), (files) => files.close());
  const onHistoryLost: HistoryLossHandler = ({ memory, end }) => {
    metrics.historyLost(memory);
    logger.warn(
      { memory, event: formatCursor(end) },
      'the database has lost this event: its history was replaced; reloading all data in memory',
    );
  };
  return {
    settings,
    bounds: { ...bounds, ...overrides.bounds },
    categories: new Categories(settings),
    clock,
    logger,
    store,
    metrics,
    identity,
    usage,
    remoteFiles,
    pictureFiles,
    onHistoryLost,
    ...createTrail(settings),
  };
}

/**
 * Creates the logger. It writes JSON lines to `logTo` or standard output. When standard output is a terminal
 * and `logTo` is absent, it writes human-readable lines.
 */
async function createLogger(
  { logLevel }: Pick<Settings, 'logLevel'>,
  logTo: { write(line: string): void } | undefined,
): Promise<Logger> {
  const options = {
    level: logLevel,
    redact: ['req.headers.apikey', 'headers.apikey', 'apikey'],
    hooks: { streamWrite: truncateLine },
    serializers: { err: toLogError },
  };
  if (logTo || !process.stdout.isTTY) return pino(options, logTo ?? process.stdout);
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ sync: true, ignore: 'pid,hostname', singleLine: true }));
}

/**
 * Converts an error for the log. Refusals and outages are expected, so they are logged without a stack trace.
 */
function toLogError(error: unknown): unknown {
  if (!(error instanceof ShownError)) return pino.stdSerializers.err(error as Error);
  return { type: error.name, code: error.code, message: error.message };
}

/**
 * Overrides for tests and demos: parts to use instead of the service's own, and a few options. The caller
 * closes the parts that it passes in.
 */
export interface Overrides {
  /** Whether a PRIMARY that has never had a model is ready. Default: false. */
  readonly readyWhenEmpty?: boolean;
  /** The URL of the horde's styles. Default: see `findStylesUrl`. */
  readonly stylesUrl?: string;
  /** Limits that replace those of the service. */
  readonly bounds?: Partial<Bounds>;
  readonly clock?: Clock;
  readonly store?: Store;
  readonly identity?: Identity;
  /** Timeout of a call to the identity service, in ms. Default: see `IdentityOptions`. */
  readonly identityTimeoutMs?: number;
  readonly usage?: UsageSource;
  readonly logger?: Logger;
  /** Destination of the log when `logger` is absent. Default: standard output. */
  readonly logTo?: { write(line: string): void };
  /** Returns whether the service responds to requests for a host name (without port). Default: to all. */
  readonly allowHost?: (hostname: string) => boolean;
  /** The accounts of a demo, whose keys are public: the console offers to sign in with them. */
  readonly demoAccounts?: readonly DemoAccount[];
  /** Fetches files from other hosts. Default: a fetcher with the limits of `outside/guarded`. */
  readonly remoteFiles?: RemoteFiles;
  /** Fetches showcase pictures. Default: like `remoteFiles`, but without tokens and private hosts. */
  readonly pictureFiles?: RemoteFiles;
  /** Interval, in ms, at which the service looks for files whose check is due. Default: one second. */
  readonly fileChecksEveryMs?: number;
  /** The base URL of the Discord API. Default: that of discord.com. */
  readonly discordApi?: string;
}
