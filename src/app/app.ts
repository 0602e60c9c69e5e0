import type { FastifyInstance } from 'fastify';
import { openAnnouncements } from '../modules/announcements/index.ts';
import { openAudit } from '../modules/audit/index.ts';
import { openBaselines } from '../modules/baselines/index.ts';
import { bridgeAccount, startBridge } from '../modules/bridge/index.ts';
import { type Follower, followWrites, openCatalog } from '../modules/catalog/index.ts';
import { draftedNotes, openDrafts } from '../modules/drafts/index.ts';
import { openFeed } from '../modules/feed/index.ts';
import { openFiles } from '../modules/files/index.ts';
import { openHistory } from '../modules/history/index.ts';
import { openInbox } from '../modules/inbox/index.ts';
import { openInsight } from '../modules/insight/index.ts';
import { openNames } from '../modules/names/index.ts';
import { createReadiness, measureReadiness, openHealth } from '../modules/operations/index.ts';
import { createProposals, openQueue } from '../modules/queue/index.ts';
import { openReplica } from '../modules/replica/index.ts';
import { openRequests } from '../modules/requests/index.ts';
import { findCategory } from '../records/categories/index.ts';
import type { AppContext } from '../serving/context.ts';
import { type GracefulServer, listen } from '../serving/http-server.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { buildServer, closeServer, originOf } from './build-server.ts';
import { type Overrides, openFoundation } from './foundation.ts';

/**
 * The whole service. When it is disposed of, it waits for the requests under way, then closes everything that
 * `createApp` opened.
 */
export interface App extends AsyncDisposable {
  readonly context: AppContext;
  readonly store: Store;
  readonly follower: Follower;
  /** The HTTP server. Network requests reach it only after `listen`; its `inject` works before that too. */
  readonly server: FastifyInstance;
  /**
   * Listens on the address in the settings; gives the origin, such as `http://127.0.0.1:19800`.
   * @throws Error of the operating system, with its `code`: EADDRINUSE, EACCES …
   */
  listen(): Promise<string>;
  /**
   * Announces that the service will stop: from now on `/readyz` reports "not ready", and each answer closes
   * its connection, so that clients and proxies send later requests to another instance. The service still
   * answers every request.
   */
  announceStop(): void;
}

/**
 * Opens the whole service. Its parts close in reverse order: first the server, then the background work, at
 * the end the store.
 */
export async function createApp(settings: Settings, overrides: Overrides = {}): Promise<App> {
  checkExtraCategories(settings);
  await using opened = new AsyncDisposableStack();
  const base = await openFoundation(settings, overrides, opened);
  const { store } = base;
  const models = await openCatalog(base);
  const { catalog } = models;
  await openBaselines(base, catalog);
  const audit = await openAudit(base);
  const proposals = createProposals({ ...base, drafted: draftedNotes });
  const files = await openFiles(base, { catalog, proposals }, overrides.fileChecksEveryMs, opened);
  const insight = openInsight(base, catalog, overrides, opened);
  const names = await openNames({ ...base, catalog, proposals });
  const { follower, onCommit } = await followWrites(base, { catalog, ...names }, opened);
  const replica = await openReplica(base, catalog, opened);
  const queue = openQueue(base, {
    catalog,
    proposals,
    addressState: files.oneTimeLooks.state,
    look: files.oneTimeLooks.look,
    usage: insight.usageLevels,
    stylesOf: insight.stylesOf,
    approvers: approversOf(settings),
  });
  const advice = { findings: queue.findings, evidence: files.known.evidence.of };
  const bridge = startBridge({ ...base, refresh: catalog.refresh, advice }, opened);
  const { changeReview } = queue.services;
  const drafting = openDrafts(base, catalog);
  const context: AppContext = {
    settings,
    bounds: base.bounds,
    clock: base.clock,
    logger: base.logger,
    identity: base.identity,
    databaseWritable: store.writable,
    metrics: base.metrics,
    ...(overrides.allowHost && { allowHost: overrides.allowHost }),
    ...(overrides.demoAccounts && { demoAccounts: overrides.demoAccounts }),
    ...models,
    readiness: createReadiness({
      ...settings,
      store,
      follower,
      ...(replica && { replica }),
      stopping: () => http.stopping,
      neverHadModels: () =>
        settings.replicateMode === 'PRIMARY' && !overrides.readyWhenEmpty && catalog.neverWritten(),
      onError: (err) => base.logger.warn({ err }, 'not ready: the database does not answer'),
    }),
    ...audit,
    ...files.services,
    ...insight.services,
    ...names,
    ...queue.services,
    ...openHistory(base, { proposals, changeReview }),
    ...openInbox(base, { changeReview, onCommit }, opened),
    ...openFeed(base, { refresh: catalog.refresh, onCommit }, opened),
    ...openAnnouncements(base, overrides.discordApi, opened),
    ...drafting,
    ...openRequests(base, { catalog, ...drafting }),
    ...openHealth(base, { replica, bridge }, opened),
    ...(bridge && { bridge }),
    ...(replica && { replica }),
  };
  measureReadiness(base.metrics, context.readiness);
  const server = buildServer(context);
  const http = server.server as GracefulServer;
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
    announceStop: () => http.announceStop(),
    [Symbol.asyncDispose]: () => toDispose.disposeAsync(),
  };
}

/**
 * Gives the ids of the accounts that may approve: those in the settings, and also the bridge's own account
 * when a bridged repository has the policy `trust`.
 */
function approversOf({ approverIds, bridge }: Settings): ReadonlySet<string> {
  const trusts = bridge.some(({ policy }) => policy === 'trust');
  return new Set([...approverIds, ...(trusts ? [bridgeAccount.userId] : [])]);
}

/**
 * Checks that the extra categories in the settings were switched on when the process started.
 * @throws Error when one was not
 */
function checkExtraCategories({ extraCategories }: Settings): void {
  const missing = extraCategories.filter((name) => !findCategory(name));
  if (missing.length > 0) throw new Error(`not switched on before the start: ${missing.join(', ')}`);
}
