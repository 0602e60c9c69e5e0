import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type ReadyBody, readyBody } from '../kernel/ready-body.ts';
import { startCheckpoints } from '../modules/audit/index.ts';
import { bridgeAccount } from '../modules/bridge/index.ts';
import { type Follower, HotReadServer, hotReads } from '../modules/catalog/index.ts';
import { openInbox } from '../modules/inbox/index.ts';
import { openQueue } from '../modules/queue/index.ts';
import { openReplica, stampAge } from '../modules/replica/index.ts';
import { findCategory } from '../records/categories/index.ts';
import { GracefulServer } from '../serving/closing.ts';
import type { AppContext } from '../serving/context.ts';
import { listen } from '../serving/http-server.ts';
import { createServer } from '../serving/server.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { createContext } from './create-context.ts';
import { outsideBasePath, underBasePath } from './endpoints.ts';
import { followWrites } from './follow-writes.ts';
import { openFoundation } from './foundation.ts';
import { openRecords } from './open-records.ts';
import { openSurroundings } from './open-surroundings.ts';
import { assembleOpenApiDocument } from './openapi.ts';
import type { Overrides } from './overrides.ts';
import { consolePages } from './pages/console.ts';
import { startBackgroundWork } from './start-background-work.ts';

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

/** How long a stop waits for requests under way before it cuts them, in milliseconds. */
export const stopWithinMs = 10_000;

/** What is opened last is closed first: the server before the work beside it, the store at the end. */
export async function createApp(settings: Settings, overrides: Overrides = {}): Promise<App> {
  checkExtraCategories(settings);
  await using opened = new AsyncDisposableStack();
  const base = await openFoundation(settings, overrides, opened);
  const records = await openRecords(base);
  const { catalog } = records;
  const followed = await followWrites(base, records, opened);
  const replica = await openReplica(base, catalog, opened);
  const checkpoints =
    settings.replicateMode === 'PRIMARY' && settings.auditEnabled
      ? opened.adopt(await startCheckpoints(settings, base), (each) => each.stop())
      : null;
  const surroundings = await openSurroundings(base, catalog, overrides, opened);
  const { known, usageLevels, styles } = surroundings;
  const queue = openQueue(base, {
    catalog,
    proposals: records.proposals,
    addressState: known.memory.state,
    usage: usageLevels,
    stylesOf: styles?.of,
    approvers: approversOf(settings),
  });
  const background = startBackgroundWork(base, { records, surroundings, queue, replica }, overrides, opened);
  const inboxes = openInbox(
    base,
    {
      changeReview: queue.services.changeReview,
      onCommit: followed.onCommit,
      told: settings.replicateMode === 'PRIMARY' && settings.auditEnabled,
    },
    opened,
  );
  const parts = { records, followed, replica, checkpoints, surroundings, queue, background, inboxes };
  const context = createContext(base, parts, overrides);
  const server = buildServer(context);
  opened.defer(() => closeServer(server));
  await server.ready();

  const toDispose = opened.move();
  return {
    context,
    store: base.store,
    follower: followed.follower,
    server,
    async listen() {
      return originOf(await listen(server, settings));
    },
    [Symbol.asyncDispose]: () => toDispose.disposeAsync(),
  };
}

/** Whoever trusts a repository lets the bridge approve what it proposes. */
function approversOf({ approverIds, bridge }: Settings): ReadonlySet<string> {
  const trusts = bridge.some(({ policy }) => policy === 'trust');
  return new Set([...approverIds, ...(trusts ? [bridgeAccount.userId] : [])]);
}

/** @throws Error when the process was started without the extra categories that its settings name */
function checkExtraCategories({ extraCategories }: Settings): void {
  const missing = extraCategories.filter((name) => !findCategory(name));
  if (missing.length > 0) throw new Error(`not switched on before the start: ${missing.join(', ')}`);
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

/** The HTTP side of the service, with all that it serves. Does not listen: that is the caller's decision. */
export function buildServer(app: AppContext): FastifyInstance {
  const hot = hotReads(app);
  let openApi: Promise<ReadyBody> | undefined;
  return createServer(app, {
    underBasePath,
    outsideBasePath,
    // Most processes are never asked for it, and it takes longer than the rest of the start.
    openApi: () => {
      openApi ??= assembleOpenApiDocument(app.settings).then((document) =>
        readyBody(JSON.stringify(document)),
      );
      return openApi;
    },
    createHttpServer: (options, listener) =>
      hot ? new HotReadServer(options, listener, hot) : new GracefulServer(options, listener),
    answerNoSuchPage: consolePages.noSuchPage(app),
    beforeModels: (scope) => stampAge(scope, app.replica),
  });
}
