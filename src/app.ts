import { randomUUID } from 'node:crypto';
import { addAbortListener } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { repeatedly } from './concurrency/repeatedly.ts';
import { yieldToEventLoop } from './concurrency/yield-to-event-loop.ts';
import type { Settings } from './config/settings.ts';
import type { ShownSetting } from './config/shown-settings.ts';
import { keptSecret, readSecret } from './files/kept-secret.ts';
import type { AppContext, DemoAccount } from './http/context.ts';
import { listen } from './http/http-server.ts';
import { boundedLine } from './http/log-line.ts';
import { measureBridge } from './http/metrics/bridge-metrics.ts';
import { measureDecisions } from './http/metrics/decision-metrics.ts';
import { measureDiscord } from './http/metrics/discord-metrics.ts';
import { measureFiles } from './http/metrics/file-metrics.ts';
import { measureHearing } from './http/metrics/hearing-metrics.ts';
import { observeIdentity } from './http/metrics/identity-metrics.ts';
import { createMetrics, type Metrics } from './http/metrics/metrics.ts';
import { measureReplica } from './http/metrics/replica-metrics.ts';
import { buildServer } from './http/server.ts';
import { frameOf } from './http/streams/event-stream.ts';
import { serviceVersion } from './http/version.ts';
import { openBridge, startBridge } from './open-bridge.ts';
import { startBeats, startUsageSamples } from './open-operations.ts';
import { followStyles } from './open-styles.ts';
import { type Signer, signerOf } from './registry/audit/transparency/signed-note.ts';
import {
  newSigningKey,
  originOfKey,
  readSigningKey,
  signingKeyForm,
} from './registry/audit/transparency/signing-key.ts';
import { categories, findCategory } from './registry/categories/index.ts';
import { type Clock, systemClock } from './registry/clock.ts';
import { RegistryError } from './registry/errors.ts';
import { createActivity } from './services/activity/activity.ts';
import { createAnnouncements } from './services/announcements/announcements.ts';
import { type AppendEvents, appendEvents, appendNothing } from './services/audit/append-events.ts';
import { type Checkpoints, createCheckpoints } from './services/audit/checkpoints.ts';
import { recordGap } from './services/audit/record-gap.ts';
import type { SyncOutcome } from './services/bridge/bridge.ts';
import type { BridgeDesk } from './services/bridge/bridge-status.ts';
import { type Catalog, createCatalog } from './services/catalog/catalog.ts';
import { type Follower, followChanges } from './services/catalog/follow-changes.ts';
import { createFreshness } from './services/catalog/freshness.ts';
import { listenToItself } from './services/catalog/hearing.ts';
import { knownModelsOf } from './services/catalog/known-models.ts';
import { createMetadata } from './services/catalog/metadata.ts';
import { createReadiness } from './services/catalog/readiness.ts';
import { createBatchMessages } from './services/discord/batch-messages.ts';
import { createDrafts } from './services/drafts/drafts.ts';
import { createDeliveryLog } from './services/feed/delivery-log.ts';
import { createFeed } from './services/feed/feed.ts';
import { createFeedStreams } from './services/feed/feed-streams.ts';
import { createFeedTail } from './services/feed/feed-tail.ts';
import { createWebhookLane } from './services/feed/webhook-lane.ts';
import { appendForWebhooks } from './services/feed/webhooks.ts';
import { createKnownFiles, createLearning, type KnownFiles } from './services/files/create-files.ts';
import { createFileChecks } from './services/files/file-checks.ts';
import { pacedFiles } from './services/files/paced-files.ts';
import { createFileRepairs } from './services/files/repair-files.ts';
import { appendVerdictEvents } from './services/files/verdict-events.ts';
import { createGroups } from './services/groups/groups.ts';
import { appendForInbox } from './services/inbox/append-for-inbox.ts';
import { createInbox } from './services/inbox/inbox.ts';
import { createInboxWatch } from './services/inbox/inbox-watch.ts';
import { trimInboxes } from './services/inbox/trim-inboxes.ts';
import { createDeletionRisk } from './services/insight/deletion-risk.ts';
import { createPopularity } from './services/insight/popularity.ts';
import { createSearch } from './services/insight/search.ts';
import { createStatistics } from './services/insight/statistics.ts';
import { createUsageLevels, type UsageLevels } from './services/insight/usage-levels.ts';
import { instanceLease } from './services/leases/instance-lease.ts';
import { createImportRuns } from './services/operations/import-runs.ts';
import type { Identity } from './services/ports/identity.ts';
import type { RemoteFiles } from './services/ports/remote-files.ts';
import type { Store } from './services/ports/store/store.ts';
import type { UsageSource } from './services/ports/usage-source.ts';
import { createApply } from './services/queue/apply.ts';
import { createBeta } from './services/queue/beta.ts';
import { createBringBack } from './services/queue/bring-back.ts';
import { createChangeDescriptions } from './services/queue/change-descriptions.ts';
import { createConversation } from './services/queue/conversation.ts';
import { createDirectWrites } from './services/queue/direct-writes.ts';
import { createFindings } from './services/queue/findings.ts';
import { createPolicies } from './services/queue/policies.ts';
import { createProposals } from './services/queue/proposals.ts';
import { createReview } from './services/queue/review.ts';
import { createReviewViews } from './services/queue/review-views.ts';
import { createRevise } from './services/queue/revise.ts';
import { createRisks } from './services/queue/risks.ts';
import { createTakeBack } from './services/queue/take-back.ts';
import { type EvidenceFollower, followEvidence } from './services/replica/follow-evidence.ts';
import { type Replica, startReplica } from './services/replica/replica.ts';
import { joinReferenceFiles, readReferenceFiles } from './services/transfer/reference-files.ts';
import type { ReferenceFiles } from './services/transfer/reference-source.ts';
import { createUsageHistory } from './services/usage-history/usage-history.ts';
import { backup, databaseFiles } from './storage/backup.ts';
import { copyAll } from './storage/copy-database.ts';
import { type FirstAuthor, firstAuthor } from './storage/first-author.ts';
import { openStore, sqliteFile } from './storage/open.ts';
import { createDiscordClient } from './upstream/discord-client.ts';
import { createGuardedFetcher, type GuardedFetcher } from './upstream/guarded/guarded-fetcher.ts';
import { createIdentityClient, type IdentityClient } from './upstream/identity-client.ts';
import { filesOfRepository } from './upstream/legacy-repositories.ts';
import { createPrimaryClient } from './upstream/primary-client.ts';
import { createPrimaryEvidenceClient } from './upstream/primary-evidence-client.ts';
import { openReferenceUrl } from './upstream/reference-url.ts';
import { createUsageClient } from './upstream/usage-client.ts';
import { createWebhookClient } from './upstream/webhook-client.ts';
import { noSiblings, type Siblings } from './workers/siblings.ts';

/** The whole service. Disposing of it lets requests under way finish, then closes what it has opened. */
export interface App extends AsyncDisposable {
  readonly context: AppContext;
  readonly store: Store;
  readonly follower: Follower;
  /** Answers `inject` at once; listens only after `listen`. */
  readonly server: FastifyInstance;
  /**
   * Listens where the settings say; gives the origin, `http://127.0.0.1:19800`.
   * @throws Error of the operating system, with its `code`: EADDRINUSE, EACCES …
   */
  listen(): Promise<string>;
}

/** What stands in for the real thing. The app does not close what it was given. */
export interface Overrides {
  readonly clock?: Clock;
  readonly store?: Store;
  readonly identity?: Identity;
  readonly usage?: UsageSource;
  readonly logger?: Logger;
  /** Where log lines go, for want of a logger. Default: standard output. */
  readonly logTo?: { write(line: string): void };
  /** Which `Host` headers are answered, by host name without port. Default: all. */
  readonly allowHost?: (hostname: string) => boolean;
  /** Accounts whose keys everybody may know, of a demo: the console offers to sign in as them. */
  readonly demoAccounts?: readonly DemoAccount[];
  /** What approvers are shown of the settings. Default: nothing. */
  readonly shownSettings?: readonly ShownSetting[];
  /** Files on other hosts. Default: those hosts, within the fence of `upstream/guarded`. */
  readonly remoteFiles?: RemoteFiles;
  /** The other workers behind the same port. Default: there are none. */
  readonly siblings?: Siblings;
}

/** How long a stop waits for requests under way before it cuts them, in milliseconds. */
export const stopWithinMs = 10_000;
/** How often it is looked for events that no checkpoint has yet, in milliseconds. */
const checkpointEveryMs = 30_000;
/** How often it is looked for inboxes with more entries than they keep, in milliseconds. */
const trimInboxesEveryMs = 60_000;
/** How often other processes' writes are looked for. */
const followEveryMs = 1_000;
/** How often it is tried whether notifications arrive, and how long one may take, in milliseconds. */
const selfTest = { everyMs: 60_000, withinMs: 5_000 };

export async function createApp(settings: Settings, overrides: Overrides = {}): Promise<App> {
  checkExtraCategories(settings);
  await using opened = new AsyncDisposableStack();
  const clock = overrides.clock ?? systemClock;
  const logger = overrides.logger ?? createLogger(settings, overrides.logTo);
  const store = overrides.store ?? opened.adopt(await openDatabase(settings), (each) => each.close());
  const siblings = overrides.siblings ?? noSiblings;
  const metrics = createMetrics(
    () => store.read((reader) => reader.changes.counts()),
    async () => (await siblings.ask({ ask: 'metrics' })).answers,
  );
  const identity =
    overrides.identity ?? opened.adopt(openIdentity(settings, metrics), (each) => each.close());

  const metadata = createMetadata({ store, clock, categories });
  await metadata.start();
  const catalog = createCatalog({
    store,
    categories,
    onRebuild: ({ category, ms }) => metrics.snapshotBuilt(category, ms / 1000),
  });
  await catalog.start();

  const append = trailOf(settings);
  if (settings.replicateMode === 'PRIMARY' && settings.auditEnabled) {
    await recordGap(store, { append, domain: settings.canonicalFormat, now: clock.now() });
  }
  const proposals = createProposals({ store, clock, settings, append });
  const tellSiblings = async (categories: readonly string[], groups: boolean): Promise<void> => {
    // On one database file each of them looks before it reads.
    if (store.dataVersion || (categories.length === 0 && !groups)) return;
    const { silent } = await siblings.ask({ ask: 'refresh', categories, groups });
    if (silent > 0) logger.warn({ silent }, 'workers did not say in time that they see a write');
  };
  /** What a write refreshes before it is answered: this process and its siblings. */
  const everywhere = {
    refresh: async (touched: Iterable<string>): Promise<void> => {
      const categories = [...new Set(touched)];
      await Promise.all([catalog.refresh(categories), tellSiblings(categories, false)]);
    },
  };
  const groups = createGroups({
    store,
    catalog,
    clock,
    settings,
    append,
    proposals,
    newBatchId: randomUUID,
    announce: () => tellSiblings([], true),
  });
  await groups.refresh();
  const onError = (err: unknown) => logger.error({ err }, 'could not look for changes of other processes');
  const feed = createFeed(store);
  const feedTail = createFeedTail({ feed, frameOf, refresh: catalog.refresh, onError });
  opened.defer(() => feedTail.stop());
  const inboxWatch = createInboxWatch({ store, onError });
  opened.defer(() => inboxWatch.stop());
  const follower = opened.adopt(
    await followChanges({
      store,
      catalog,
      groups,
      categories,
      everyMs: followEveryMs,
      onError,
      onChance: () => {
        feedTail.wake();
        inboxWatch.wake();
      },
    }),
    (each) => each.stop(),
  );
  siblings.onQuestion(async (question) => {
    if (question.ask === 'metrics') return metrics.json();
    await catalog.refresh(question.categories);
    if (question.groups) await groups.refresh();
    return null;
  });
  // Catch up on notifications sent before the handler was set.
  await follower.look();
  const { dataVersion, hearsItself } = store;
  const hearing = hearsItself
    ? opened.adopt(
        listenToItself({
          store: { hearsItself },
          ...selfTest,
          onChange: (problem) => {
            if (problem === null) logger.info('notifications arrive again');
            else logger.warn(problem);
          },
        }),
        (each) => each.stop(),
      )
    : null;
  if (hearing) measureHearing(metrics, hearing);
  const replica =
    settings.replicateMode === 'REPLICA'
      ? opened.adopt(await openReplica(settings, { store, catalog, clock, logger }), (each) => each.stop())
      : null;
  const learnedElsewhere =
    replica && settings.primaryApiUrl !== null
      ? opened.adopt(await openEvidence(settings.primaryApiUrl, settings, { store, clock, logger }), (each) =>
          each.stop(),
        )
      : null;
  if (replica) measureReplica(metrics, replica.status, learnedElsewhere);
  const checkpoints =
    settings.replicateMode === 'PRIMARY' && settings.auditEnabled
      ? opened.adopt(await startCheckpoints(settings, { store, clock, logger }), (each) => each.stop())
      : null;
  const known = createKnownFiles({ store, catalog, categories });
  await known.memory.refresh();
  // What other instances, or a command, have learned.
  opened.adopt(
    repeatedly(followEveryMs, { work: () => known.memory.refresh().then(() => false), onError }),
    (task) => task.stop(),
  );
  measureFiles(metrics, known.evidence);
  const usage =
    overrides.usage ?? opened.adopt(openUsage(settings, { logger, metrics }), (each) => each.close());
  metrics.usage.follow(usage.health);

  const remoteFiles =
    overrides.remoteFiles ?? opened.adopt(openRemoteFiles(settings), (files) => files.close());
  const usageLevels = createUsageLevels({ catalog, source: usage });
  const preferredHosts = settings.preferredFileHosts;
  const styles =
    settings.stylesSource === null || settings.replicateMode === 'REPLICA'
      ? null
      : opened.adopt(followStyles(settings.stylesSource, { clock, logger }), (each) => each.stop());
  const findings = createFindings({
    catalog,
    categories,
    preferredHosts,
    addressState: known.evidence.state,
    ...(styles && { stylesOf: styles.of }),
  });
  const risks = createRisks({ usage: usageLevels, addressState: known.evidence.state, settings });
  const descriptions = createChangeDescriptions({ findings, risks });
  const policies = createPolicies({ descriptions, usage: usageLevels, settings });

  const bridge =
    settings.bridge.length > 0 && settings.replicateMode === 'PRIMARY'
      ? opened.adopt(
          startMeasuredBridge(settings, {
            store,
            clock,
            refresh: everywhere.refresh,
            append,
            advice: { findings, evidence: known.evidence.of },
            logger,
            metrics,
          }),
          (each) => each.stop(),
        )
      : null;
  const onDecided = measureDecisions(metrics);
  const reviewViews = createReviewViews({ store, clock, proposals, findings, descriptions, settings });
  const instances = opened.adopt(
    startBeats(
      { store, clock, logger },
      {
        version: serviceVersion,
        role: settings.replicateMode,
        lagSeconds: () => replica?.lagSeconds() ?? null,
      },
    ),
    (each) => each.stop(),
  );
  if (settings.usageHistoryDays > 0) {
    const parts = { store, clock, logger, catalog, source: usage };
    opened.adopt(startUsageSamples(parts, settings.usageHistoryDays), (each) => each.stop());
  }

  const context: AppContext = {
    settings,
    clock,
    logger,
    catalog,
    metadata,
    identity,
    metrics,
    proposals,
    directWrites: createDirectWrites({ store, clock, catalog: everywhere, settings, append }),
    groups,
    drafts: createDrafts({
      files: remoteFiles,
      categories,
      surroundings: () => surroundingsIn(catalog),
      perMinute: settings.draftsPerMinute,
      now: () => performance.now(),
    }),
    feed,
    feedStreams: createFeedStreams({ feed, tail: feedTail, frameOf }),
    announcements: createAnnouncements({
      store,
      usage: usageLevels,
      categories: categories.map(({ name }) => name),
      settings,
    }),
    readiness: createReadiness({
      store,
      follower,
      ...(replica && { replica }),
      cacheTtlSeconds: settings.cacheTtlSeconds,
      replicaMaxAgeSeconds: settings.replicaMaxAgeSeconds,
      onError: (err) => logger.warn({ err }, 'not ready: the database cannot be asked'),
    }),
    ...(checkpoints && { checkpoints }),
    ...(bridge && { bridge }),
    ...(replica && { replica }),
    ...(hearing && { hearing }),
    ...(settings.workers > 1 && dataVersion
      ? { freshness: createFreshness({ dataVersion, look: follower.look, onError }) }
      : {}),
    review: createReview({ store, clock, settings, append, policies, onDecided }),
    conversation: createConversation({ store, clock, settings, append }),
    revise: createRevise({ store, clock, settings, append }),
    takeBack: createTakeBack({ store, clock, settings, append, onDecided }),
    bringBack: createBringBack({ store, settings }),
    ...reviewViews,
    inbox: createInbox({ store, clock, changeReview: reviewViews.changeReview }),
    inboxWatch,
    activity: createActivity({ store, clock }),
    apply: createApply({
      store,
      clock,
      catalog: everywhere,
      settings,
      append,
      newId,
      policies,
      onApplied: onDecided,
    }),
    beta: createBeta({ store }),
    search: createSearch({ catalog, categories }),
    statistics: createStatistics({ catalog, clock, settings }),
    popularity: createPopularity({ catalog, source: usage }),
    deletionRisk: createDeletionRisk({ catalog, source: usage, clock, settings }),
    usageHealth: usage.health,
    ...(styles && { stylesStatus: styles.status }),
    usageHistory: createUsageHistory({ store }),
    instances,
    importRuns: createImportRuns({ store }),
    fileEvidence: known.evidence,
    ...(learnedElsewhere && { learnedElsewhere }),
    fileRepairs: createFileRepairs({ evidence: known.evidence, proposals }),
    ...(overrides.allowHost && { allowHost: overrides.allowHost }),
    shownSettings: overrides.shownSettings ?? [],
    deliveryLog: createDeliveryLog({ store, clock }),
    ...(overrides.demoAccounts && { demoAccounts: overrides.demoAccounts }),
  };
  if (settings.webhooks.length > 0 && settings.auditEnabled) {
    opened.adopt(startWebhooks(settings, { store, clock, logger }), (webhooks) => webhooks.stop());
  }
  if (settings.replicateMode === 'PRIMARY' && settings.auditEnabled) {
    const work = () => trimInboxes(store).then(() => false);
    opened.adopt(repeatedly(trimInboxesEveryMs, { work, onError }), (each) => each.stop());
  }
  if (settings.discordWebhooks.length > 0 && settings.auditEnabled && settings.replicateMode === 'PRIMARY') {
    const parts = { store, clock, logger, metrics, usage: usageLevels };
    opened.adopt(startDiscord(settings, parts), (discord) => discord.stop());
  }
  if (settings.fileChecks && settings.replicateMode === 'PRIMARY') {
    const parts = { store, clock, logger, known, remote: remoteFiles, append };
    opened.adopt(startFileChecks(settings, parts), (each) => each.stop());
  }
  const server = buildServer(context);
  opened.defer(() => closeServer(server));
  await server.ready();

  const toDispose = opened.move();
  return {
    context,
    store,
    follower,
    server,
    async listen() {
      return originOf(await listen(server, settings));
    },
    [Symbol.asyncDispose]: () => toDispose.disposeAsync(),
  };
}

/** Where what is written is recorded: the audit trail, and who is to be told of it. */
export function trailOf({ auditEnabled, webhooks, approverIds }: TrailSettings): AppendEvents {
  if (!auditEnabled) return appendNothing;
  const targets = webhooks.map(({ url }) => url);
  return appendForInbox(appendForWebhooks(appendEvents, targets), approverIds);
}

type TrailSettings = Pick<Settings, 'auditEnabled' | 'webhooks' | 'approverIds'>;

/** The live models of every category, as drafts compare themselves with them. */
function surroundingsIn(catalog: Catalog) {
  return categories.map((category) => ({
    known: knownModelsOf(catalog, category),
    get: (name: string) => catalog.snapshot('v2', category.name).get(name)?.record,
  }));
}

/** @throws Error when the process was started without the extra categories that its settings name */
function checkExtraCategories({ extraCategories }: Settings): void {
  const missing = extraCategories.filter((name) => !findCategory(name));
  if (missing.length > 0) throw new Error(`not switched on before the start: ${missing.join(', ')}`);
}

/**
 * Copies the SQLite database to a file while it is in use: see `backup`.
 * @throws RegistryError `bad_request` for another database or a target that is no place for a copy,
 * `storage_unavailable` when a file cannot be used
 */
export async function backupDatabase(
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  toPath: string,
  options: { replace: boolean },
): Promise<void> {
  const file = sqliteFile(databaseUrl);
  if (file === null) {
    throw new RegistryError(
      'bad_request',
      'Only SQLite databases are backed up this way; use pg_dump for PostgreSQL.',
    );
  }
  await backup(file, toPath, options);
}

/** The files in which the database is; none when it is on a server. */
export function filesOfDatabase({ databaseUrl }: Pick<Settings, 'databaseUrl'>): string[] {
  const file = sqliteFile(databaseUrl);
  return file === null ? [] : databaseFiles(file);
}

/**
 * Who wrote a SQLite database first; looks without opening it for the service: see `firstAuthor`.
 *
 * @throws RegistryError `bad_request` for a URL that names no file of SQLite
 */
export function firstAuthorOf(databaseUrl: string): FirstAuthor {
  const file = sqliteFile(databaseUrl);
  if (file === null) {
    throw new RegistryError('bad_request', 'Only SQLite databases are looked into this way.');
  }
  return firstAuthor(file);
}

/** Copies a database into an empty one: see `copyAll`. */
export const copyDatabase = copyAll;

/** @throws RegistryError when the database cannot be used */
export function openDatabase({
  databaseUrl,
  databaseListenUrl,
  writeQueueLength,
}: Pick<Settings, 'databaseUrl' | 'databaseListenUrl' | 'writeQueueLength'>): Promise<Store> {
  return openStore(databaseUrl, {
    longestWriteQueue: writeQueueLength,
    ...(databaseListenUrl !== null && { postgres: { listenUrl: databaseListenUrl } }),
  });
}

/** Signs checkpoints until it is stopped, and then a last one: nothing is written any more by then. */
async function startCheckpoints(
  settings: Settings,
  { store, clock, logger }: { store: Store; clock: Clock; logger: Logger },
): Promise<Checkpoints & { stop(): Promise<void> }> {
  const signer = await openSigner(settings);
  const checkpoints = createCheckpoints({ store, clock, signer, pause: yieldToEventLoop });
  const onError = (err: unknown) => logger.error({ err }, 'no checkpoint of the audit trail could be signed');
  const task = repeatedly(checkpointEveryMs, { work: checkpoints.make, onError });
  return {
    ...checkpoints,
    stop: async () => {
      await task.stop();
      await checkpoints.make().catch(onError);
    },
  };
}

type KeySettings = Pick<Settings, 'auditOrigin' | 'auditSigningKey' | 'auditSigningKeyFile' | 'databaseUrl'>;

/**
 * Who signs checkpoints. A key that is nowhere yet is made.
 * @throws RegistryError `bad_request` when there is none and none can be made
 */
export async function openSigner(settings: KeySettings): Promise<Signer> {
  const file = keyFile(settings);
  return signerFrom(settings, settings.auditSigningKey ?? (await keptSecret(file, newSigningKey)));
}

/**
 * Who signs checkpoints here; null where that is not known yet.
 * @throws RegistryError `bad_request` when the file of the key holds something else
 */
export async function knownSigner(settings: KeySettings): Promise<Signer | null> {
  const text = settings.auditSigningKey ?? (await readSecret(keyFile(settings)));
  return text === null ? null : signerFrom(settings, text);
}

function signerFrom(settings: KeySettings, text: string): Signer {
  const key = readSigningKey(text);
  if (key) return signerOf(settings.auditOrigin ?? originOfKey(key), key);
  throw new RegistryError(
    'bad_request',
    `${keyFile(settings)} holds no key to sign checkpoints of the audit trail with; allowed: ${signingKeyForm}.`,
  );
}

/** Beside the database, where nothing is said: two of them never sign as the same log. */
function keyFile({ auditSigningKeyFile, databaseUrl }: KeySettings): string {
  const database = sqliteFile(databaseUrl);
  return auditSigningKeyFile ?? (database === null ? './data/audit-signing.key' : `${database}.audit-key`);
}

function openIdentity(settings: Settings, metrics: Metrics): IdentityClient {
  const observer = observeIdentity(metrics);
  const client = createIdentityClient({
    baseUrl: settings.authUrl,
    cacheTtlSeconds: settings.identityCacheTtlSeconds,
    staleSeconds: settings.identityStaleSeconds,
    // The workers of a machine call from one address.
    unknownPerSecond: settings.identityUnknownPerSecond / settings.workers,
    unknownWaiting: settings.identityUnknownWaiting,
    observer,
  });
  observer.follow(client.health);
  return client;
}

function openUsage(
  { usageUrl, hordeApiTimeoutSeconds, hordeApiCacheTtlSeconds }: Settings,
  { logger, metrics }: { logger: Logger; metrics: Metrics },
) {
  return createUsageClient({
    baseUrl: usageUrl,
    timeoutMs: hordeApiTimeoutSeconds * 1000,
    cacheTtlSeconds: hordeApiCacheTtlSeconds,
    onFailure: (text) => logger.warn(text),
    onFetch: metrics.usage.fetched,
  });
}

/** Follows the primary until it is stopped, if the settings name one. */
async function openReplica(
  settings: Settings,
  parts: { store: Store; catalog: Catalog; clock: Clock; logger: Logger },
): Promise<Replica> {
  const { primaryApiUrl, primaryApiTimeoutSeconds, enableGithubFallback } = settings;
  const { logger } = parts;
  const primary =
    primaryApiUrl === null
      ? null
      : createPrimaryClient({ baseUrl: primaryApiUrl, timeoutMs: primaryApiTimeoutSeconds * 1000 });
  const replica = await startReplica({
    ...parts,
    categories,
    settings,
    primary,
    readRepositories: enableGithubFallback ? (signal) => readLegacyRepositories(settings, signal) : null,
    random: Math.random,
    onFailure: (err, inARow) => {
      // A primary that is away for a night is no news each time.
      const level = inARow === 1 || inARow % 20 === 0 ? 'warn' : 'debug';
      logger[level]({ err, inARow }, 'the copy could not be brought up to date');
    },
    onBootstrap: (reason) => logger.info({ primary: primaryApiUrl, reason }, 'making the copy anew'),
  });
  return {
    ...replica,
    stop: async () => {
      await replica.stop();
      await primary?.close();
    },
  };
}

/** How often it is looked whether the primary has learned more of files. */
const evidenceEverySeconds = 15;

/** Follows what the primary learns of files, until it is stopped. */
async function openEvidence(
  baseUrl: string,
  { primaryApiTimeoutSeconds, cacheTtlSeconds }: Settings,
  { store, clock, logger }: { store: Store; clock: Clock; logger: Logger },
): Promise<EvidenceFollower> {
  const primary = createPrimaryEvidenceClient({ baseUrl, timeoutMs: primaryApiTimeoutSeconds * 1000 });
  const follower = await followEvidence({
    store,
    clock,
    primary,
    everySeconds: Math.min(evidenceEverySeconds, cacheTtlSeconds),
    random: Math.random,
    onFailure: (err, inARow) => {
      // The records are what matters, and say it too when the primary is away.
      const level = inARow === 3 ? 'warn' : 'debug';
      logger[level]({ err, inARow }, 'what the primary has learned of files could not be read');
    },
  });
  return {
    ...follower,
    stop: async () => {
      await follower.stop();
      await primary.close();
    },
  };
}

async function readLegacyRepositories(settings: Settings, signal: AbortSignal): Promise<ReferenceFiles> {
  const read: ReferenceFiles[] = [];
  for (const repository of [settings.imageGithubRepo, settings.textGithubRepo]) {
    await using source = openReferenceUrl(filesOfRepository(repository));
    using _cutOnAbort = addAbortListener(signal, () => void source[Symbol.asyncDispose]());
    read.push(await readReferenceFiles(source, categories, null));
  }
  return joinReferenceFiles(read);
}

/** How often the outbox is looked into, in milliseconds. */
const webhooksEveryMs = 200;
/** How long a stop waits for receivers that are being told, in milliseconds. */
const lastCallsMs = 2_000;

/**
 * Sends what is in the outbox until it is stopped. What is under way then is finished first; the rest waits
 * in the database.
 */
function startWebhooks(
  settings: Settings,
  { store, clock, logger }: { store: Store; clock: Clock; logger: Logger },
): { stop(): Promise<void> } {
  const sender = createWebhookClient({
    targets: settings.webhooks,
    allowPrivate: settings.webhooksAllowPrivate,
    now: clock.now,
  });
  const stopping = new AbortController();
  const lanes = settings.webhooks.map(({ url }) =>
    createWebhookLane(url, {
      store,
      clock,
      send: sender.send,
      random: Math.random,
      monotonicMs: () => performance.now(),
      signal: stopping.signal,
    }),
  );
  const tasks = lanes.map((lane) =>
    repeatedly(webhooksEveryMs, {
      work: async () => (await lane.deliverDue()) > 0,
      onError: (err) => logger.error({ err }, 'webhooks could not be delivered'),
    }),
  );
  return {
    stop: async () => {
      stopping.abort();
      // A call that is cut is a failed attempt: it comes again.
      const cut = setTimeout(() => void sender.close(), lastCallsMs);
      await Promise.all(tasks.map((task) => task.stop()));
      clearTimeout(cut);
      await sender.close();
    },
  };
}

/** How often it is looked for applied batches, in milliseconds. */
const discordEveryMs = 500;
/** How long no other instance takes over from one that was killed, in milliseconds. */
const discordLeaseMs = 30_000;

function startDiscord(
  settings: Settings,
  parts: { store: Store; clock: Clock; logger: Logger; metrics: Metrics; usage: UsageLevels },
): { stop(): Promise<void> } {
  const { store, clock, logger, metrics, usage } = parts;
  const targetOf = ({ id, threadId }: Settings['discordWebhooks'][number]) =>
    `discord ${id}${threadId === null ? '' : `/${threadId}`}`;
  const count = measureDiscord(metrics, settings.discordWebhooks.map(targetOf), (target) =>
    store.read(({ batchMessages }) => batchMessages.waiting(target)),
  );
  const stopping = new AbortController();
  const holder = randomUUID();
  const now = () => performance.now();
  const onError = (err: unknown) => logger.error({ err }, 'Discord could not be told of batches');
  const channels = settings.discordWebhooks.map((webhook) => {
    const { id, token, threadId } = webhook;
    const target = targetOf(webhook);
    const channel = createDiscordClient({ api: settings.discordApi, id, token, threadId, now: clock.now });
    const lease = instanceLease({ store, name: target, holder, forMs: discordLeaseMs, now });
    const { step } = createBatchMessages({
      store,
      channel,
      target,
      usage,
      categories: categories.map(({ name }) => name),
      settings,
      held: () => lease.held(),
      clock,
      monotonicMs: now,
      random: Math.random,
      onSent: () => count(target, 'sent'),
      onFailed: ({ batch_id, last_error }) => {
        count(target, 'failed');
        logger.error({ target, batch_id, last_error }, 'Discord does not take the message about a batch');
      },
      signal: stopping.signal,
    });
    return { channel, lease, task: repeatedly(discordEveryMs, { work: step, onError }) };
  });
  return {
    stop: async () => {
      stopping.abort();
      // A message that is sent and not noted would be sent again: calls under way may end.
      await Promise.all(channels.map(({ task }) => task.stop()));
      await Promise.all(channels.map(({ lease }) => lease.release().catch(onError)));
      await Promise.all(channels.map(({ channel }) => channel.close()));
    },
  };
}

/** Files and pages on other people's hosts, within the fence that the settings move. */
export function openRemoteFiles(settings: Settings): GuardedFetcher {
  const { hfToken, civitaiToken } = settings;
  return createGuardedFetcher({
    allowedHosts: settings.fileHostsAllowPrivate,
    mirrors: settings.fileHostMirrors,
    tokens: {
      ...(hfToken === null ? {} : { 'huggingface.co': hfToken }),
      ...(civitaiToken === null ? {} : { 'civitai.com': civitaiToken }),
    },
  });
}

/** How often it is looked for files that are due, in milliseconds. */
const fileChecksEveryMs = 1_000;
/** How long no other instance takes over from one that was killed, and nobody its files. */
const fileCheckLease = { forMs: 30_000, claimSeconds: 90 };
/** Files that are looked at at the same time. */
const filesAtOnce = 8;

function startFileChecks(
  settings: Settings,
  parts: {
    store: Store;
    clock: Clock;
    logger: Logger;
    known: KnownFiles;
    remote: RemoteFiles;
    append: AppendEvents;
  },
): { stop(): Promise<void> } {
  const { store, clock, logger, known, remote, append } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => {});
  const holder = randomUUID();
  const now = () => performance.now();
  const lease = instanceLease({ store, name: 'file-checks', holder, forMs: fileCheckLease.forMs, now });
  const { addresses, checks } = createLearning({
    store,
    clock,
    known,
    remote: pacedFiles(remote, { perMinute: settings.fileChecksPerMinute, now, pause }),
    holder,
    atOnce: filesAtOnce,
    claimSeconds: fileCheckLease.claimSeconds,
    random: Math.random,
    pause,
    ...(settings.auditEnabled && { onChanges: appendVerdictEvents(append, settings.canonicalFormat) }),
  });
  const { step } = createFileChecks({ store, clock, addresses, checks, held: () => lease.held(), signal });
  const onError = (err: unknown) => logger.error({ err }, 'files could not be looked at');
  const task = repeatedly(fileChecksEveryMs, { work: step, onError });
  return {
    stop: async () => {
      stopping.abort();
      await task.stop();
      await lease.release().catch(onError);
    },
  };
}

/** Syncs, with its numbers, until it is stopped. */
function startMeasuredBridge(
  settings: Settings,
  { logger, metrics, ...parts }: Parameters<typeof openBridge>[1] & { logger: Logger; metrics: Metrics },
): BridgeDesk & { stop(): Promise<void> } {
  const bridge = openBridge(settings, parts);
  const count = measureBridge(metrics, bridge.status);
  const onSync = ({ repository, error }: SyncOutcome) =>
    count(repository, error === undefined ? 'ok' : 'failed');
  return { ...bridge, ...startBridge(settings, bridge, { logger, onSync }) };
}

export function createLogger(
  { logLevel }: Pick<Settings, 'logLevel'>,
  logTo: { write(line: string): void } = process.stdout,
): Logger {
  const options = {
    level: logLevel,
    redact: ['req.headers.apikey', 'headers.apikey', 'apikey'],
    hooks: { streamWrite: boundedLine },
  };
  return pino(options, logTo);
}

function newId(): string {
  return randomUUID().replaceAll('-', '');
}

/** Requests under way finish; those that take too long are cut. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), stopWithinMs);
  try {
    await server.close();
  } finally {
    clearTimeout(cut);
  }
}

export function originOf({
  address,
  port,
  family,
}: Pick<AddressInfo, 'address' | 'port' | 'family'>): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
