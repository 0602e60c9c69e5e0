import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { outsideBasePath, underBasePath } from '../app/endpoints.ts';
import { assembleOpenApiDocument } from '../app/openapi.ts';
import { consolePages } from '../app/pages/console.ts';
import { type ReadyBody, readyBody } from '../kernel/ready-body.ts';
import { answerError, answerParserError, handleErrors } from './answers/error-handling.ts';
import { announceClosing } from './closing.ts';
import type { AppContext, RouteContext } from './context.ts';
import { allowOrigins } from './cors.ts';
import { createHttpServer } from './http-server.ts';
import { answerForHosts } from './requests/allowed-hosts.ts';
import { createGate } from './requests/auth.ts';
import { acceptJsonBodies } from './requests/body.ts';
import { limitWaiting } from './requests/deadline.ts';
import { limits } from './requests/limits.ts';
import { networkTest, trustedProxies, warnOfUnknownProxy } from './requests/proxies.ts';
import { routeByTrailingAction } from './requests/trailing-action.ts';
import { mount } from './routing/mount.ts';
import { createEventStreams } from './streams/event-streams.ts';

/** The HTTP side of the service. Does not listen: that is the caller's decision. */
export function buildServer(app: AppContext): FastifyInstance {
  const { settings } = app;
  const gate = createGate(app);
  const eventStreams = createEventStreams(app.metrics, {
    ...limits,
    streamsPerClient: settings.feedStreamsPerAddress,
    isReplica: networkTest(settings.feedReplicaNetworks),
  });
  const context: RouteContext = { ...app, gate, eventStreams, openApi: openApiOnce(settings) };
  const server = createFastify(app);
  server.addHook('preClose', async () => eventStreams.close());
  announceClosing(server);

  server.decorateRequest('caller', null);
  acceptJsonBodies(server);
  handleErrors(server, app, consolePages.noSuchPage(app));
  answerForHosts(server, app.allowHost);
  warnOfUnknownProxy(server, app);
  limitWaiting(server, settings.requestDeadlineSeconds);
  allowOrigins(server, settings.corsAllowedOrigins);
  routeByTrailingAction(server);
  mount(server, outsideBasePath, context, '');
  mount(server, underBasePath, context, settings.basePath);
  // The API answers without the base path too; what lives outside it wins there.
  if (settings.basePath !== '') mount(server, underBasePath, context, '');
  return server;
}

/** Most processes are never asked for it, and it takes longer than the rest of the start. */
function openApiOnce({ basePath }: AppContext['settings']): RouteContext['openApi'] {
  let body: Promise<ReadyBody> | undefined;
  return () => {
    body ??= assembleOpenApiDocument({ basePath }).then((document) => readyBody(JSON.stringify(document)));
    return body;
  };
}

function createFastify(app: AppContext): FastifyInstance {
  const { logger, settings } = app;
  const boot = randomUUID().slice(0, 8);
  let requests = 0;
  return Fastify({
    // Lines are written in `observe.ts` and `error-handling.ts`. A logger of Fastify's own would cost each
    // read a tenth of its time.
    logger: false,
    genReqId: () => `${boot}-${(++requests).toString(36)}`,
    bodyLimit: settings.bodyLimitBytes,
    trustProxy: trustedProxies(settings.trustProxy),
    serverFactory: (listener) => createHttpServer(app, listener),
    // Requests that arrive on open connections while the service stops are still answered.
    return503OnClosing: false,
    schemaController: noJsonSchemas,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: limits.pathParameterLength },
    frameworkErrors: (error, request, reply) => answerError({ logger }, error, request, reply),
    clientErrorHandler: answerParserError,
  });
}

/**
 * Bodies are parsed by the categories' own schemas, answers are ready bytes: Fastify need not load a
 * validator and a serializer.
 */
const noJsonSchemas = {
  compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
};

function noCompiler(): never {
  throw new Error('a route has a JSON schema of its own; schemas are Zod and stand in the endpoints');
}
