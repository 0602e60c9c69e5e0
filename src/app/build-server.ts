import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createBody } from '../kernel/ready-body.ts';
import { createHotReads, HotReadServer } from '../modules/catalog/http-hot.ts';
import { guidanceDocuments } from '../modules/guidance/http.ts';
import { imageBaselineDocuments } from '../modules/image-baselines/http.ts';
import { stampAge } from '../modules/replica/http.ts';
import { memoizeByBaselines } from '../records/baselines/known-baselines.ts';
import type { AppContext } from '../serving/context.ts';
import { GracefulServer } from '../serving/http-server.ts';
import { createServer } from '../serving/server.ts';
import { createServedResources } from './endpoints.ts';
import type { Services } from './open-services.ts';
import { createOpenApiDocument } from './openapi.ts';
import { consolePages } from './pages/index.ts';

/** Time, in ms, that a stop waits for requests in progress before it closes their connections. */
export const stopWithinMs = 10_000;

/** Closes the server. Waits up to `stopWithinMs` for requests in progress, then closes their connections. */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), stopWithinMs);
  try {
    await server.close();
  } finally {
    clearTimeout(timer);
  }
}

export function formatOrigin({
  address,
  port,
  family,
}: Pick<AddressInfo, 'address' | 'port' | 'family'>): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** The catalogue documents that clients read as often as models, by path below the base path. */
export const listCatalogueDocuments = (app: Services) =>
  new Map([...imageBaselineDocuments(app), ...guidanceDocuments(app)]);

/** Builds the HTTP server with all its routes. It does not listen yet. */
export function buildServer(app: AppContext & Services): FastifyInstance {
  const hotReadResponses = createHotReads({ ...app, documents: listCatalogueDocuments(app) });
  const { categories, settings } = app;
  const document = memoizeByBaselines(async () =>
    createBody(JSON.stringify(await createOpenApiDocument(settings, categories))),
  );
  return createServer(app, {
    ...createServedResources(app),
    // The document is built on demand: most processes never serve it, and building it takes longer than the
    // rest of the start.
    openApi: () => document(categories.baselines),
    createHttpServer: (options, listener) =>
      hotReadResponses
        ? new HotReadServer(options, listener, hotReadResponses)
        : new GracefulServer(options, listener),
    answerNoSuchPage: consolePages.noSuchPage(app),
    beforeModels: (scope) => stampAge(scope, app.replica),
  });
}
