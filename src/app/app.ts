import type { FastifyInstance } from 'fastify';
import { withTimeout } from '../kernel/deadline.ts';
import type { Follower } from '../modules/catalog/index.ts';
import type { AppContext } from '../serving/context.ts';
import { type GracefulServer, listen } from '../serving/http-server.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { buildServer, closeServer, formatOrigin, stopWithinMs } from './build-server.ts';
import { createPublisherDependencies } from './edition.ts';
import { type Overrides, openFoundation } from './foundation.ts';
import { openServices, type Services } from './open-services.ts';

/**
 * The whole service. Disposing of it waits for the requests in progress, then closes everything that
 * `createApp` opened.
 */
export interface App extends AsyncDisposable {
  /** The parts shared by all endpoints, and the services of the modules. */
  readonly context: AppContext & Services;
  readonly store: Store;
  readonly follower: Follower;
  /** The HTTP server. It accepts network requests only after `listen`; its `inject` works earlier too. */
  readonly server: FastifyInstance;
  /**
   * Listens on the address in the settings; returns the origin, such as `http://127.0.0.1:19800`.
   * @throws Error of the operating system, with its `code`: EADDRINUSE, EACCES …
   */
  listen(): Promise<string>;
  /**
   * Announces that the service will stop: `/readyz` reports "not ready" from now on, and each response closes
   * its connection, so that clients and proxies send later requests to another instance. The service still
   * responds to every request.
   */
  announceStop(): void;
}

/**
 * Opens the whole service. Its parts close in reverse order: the server first, then the background work, the
 * store last.
 */
export async function createApp(settings: Settings, overrides: Overrides = {}): Promise<App> {
  await using resources = new AsyncDisposableStack();
  const base = await openFoundation(settings, overrides, resources);
  const { services, follower } = await openServices(base, overrides, () => http.stopping, resources);
  const context = {
    settings,
    bounds: base.bounds,
    clock: base.clock,
    logger: base.logger,
    identity: base.identity,
    databaseWritable: base.store.writable,
    metrics: base.metrics,
    ...(overrides.allowHost && { allowHost: overrides.allowHost }),
    ...(overrides.demoAccounts && { demoAccounts: overrides.demoAccounts }),
    ...services,
  };
  const server = buildServer(context);
  const http = server.server as GracefulServer;
  resources.defer(() => closeServer(server));
  await server.ready();
  const app = { context, server, follower, store: base.store };
  if (context.edition) {
    const { edition } = context;
    resources.defer(async () => void (await withTimeout(stopWithinMs, edition.stop())));
    edition.start(await createPublisherDependencies(app));
  }

  const toDispose = resources.move();
  return {
    ...app,
    async listen() {
      return formatOrigin(await listen(server, settings));
    },
    announceStop: () => http.announceStop(),
    [Symbol.asyncDispose]: () => toDispose.disposeAsync(),
  };
}
