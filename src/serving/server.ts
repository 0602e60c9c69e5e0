import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerOptions } from 'node:http';
import type { FastifyCorsOptions } from '@fastify/cors';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import { RegistryError } from '../kernel/errors.ts';
import {
  type AnswerNoSuchPage,
  answerError,
  answerParserError,
  handleErrors,
  sendError,
} from './answers/error-handling.ts';
import type { AppContext, RouteContext } from './context.ts';
import { createEventStreams } from './event-streams.ts';
import { announceClosing, logAcceptErrors } from './http-server.ts';
import { createGate } from './requests/auth.ts';
import { addBasePath } from './requests/base-path.ts';
import { acceptJsonBodies } from './requests/body.ts';
import { parseTrustedProxies, warnOfUnknownProxy } from './requests/client-address.ts';
import { addWriteDeadlines } from './requests/deadline.ts';
import { limits } from './requests/limits.ts';
import { routeByTrailingAction } from './requests/trailing-action.ts';
import { mount } from './routing/mount.ts';
import type { Pages, Resource } from './routing/resource.ts';

/** The resources and pages of a server, and the functions that it uses. */
export interface ServerParts extends Pick<RouteContext, 'openApi'> {
  readonly underBasePath: readonly (Resource | Pages)[];
  readonly outsideBasePath: readonly Pages[];
  readonly createHttpServer: (options: ServerOptions, listener: RequestListener) => Server;
  readonly answerNoSuchPage: AnswerNoSuchPage;
  /** Adds hooks to the scope of each resource with `readsModels`. */
  readonly beforeModels: (scope: FastifyInstance) => void;
}

/** Creates the HTTP server of the service without listening. */
export function createServer(app: AppContext, parts: ServerParts): FastifyInstance {
  const { settings } = app;
  const gate = createGate(app);
  const eventStreams = createEventStreams(app.metrics, {
    ...limits,
  });
  const context: RouteContext = { ...app, gate, eventStreams, openApi: parts.openApi };
  const server = createFastify(app, parts);
  server.addHook('preClose', async () => eventStreams.close());
  announceClosing(server);
  logAcceptErrors(server, app.logger);

  server.decorateRequest('caller', null);
  acceptJsonBodies(server);
  handleErrors(server, app, parts.answerNoSuchPage);
  requireOneHost(server);
  answerForHosts(server, app.allowHost);
  warnOfUnknownProxy(server, app);
  addWriteDeadlines(server, app.bounds.writeDeadlineSeconds);
  allowOrigins(server, settings.corsAllowedOrigins);
  routeByTrailingAction(server);
  mount(server, parts.outsideBasePath, context, { prefix: '', ...parts });
  mount(server, parts.underBasePath, context, { prefix: settings.basePath, ...parts });
  return server;
}

function createFastify(app: AppContext, { createHttpServer }: ServerParts): FastifyInstance {
  const { logger, settings } = app;
  const bootId = randomUUID().slice(0, 8);
  let requestCount = 0;
  return Fastify({
    // `observe.ts` and `error-handling.ts` write the log. Fastify's own logger would take a tenth of the time
    // of each read.
    logger: false,
    genReqId: () => `${bootId}-${(++requestCount).toString(36)}`,
    bodyLimit: settings.bodyLimitBytes,
    trustProxy: parseTrustedProxies(settings.trustProxy),
    serverFactory: (listener) =>
      createHttpServer(
        {
          maxHeaderSize: limits.headerBytes,
          headersTimeout: limits.headersTimeoutMs,
          requestTimeout: limits.requestTimeoutMs,
          keepAliveTimeout: limits.keepAliveTimeoutMs,
          requireHostHeader: false, // `requireOneHost` does it
        },
        listener,
      ).setTimeout(limits.stalledTimeoutMs),
    // Requests on open connections are still served while the service stops.
    return503OnClosing: false,
    schemaController: noJsonSchemas,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: limits.pathParameterLength },
    ...(settings.basePath !== '' && {
      rewriteUrl(this: FastifyInstance, { url = '/' }: IncomingMessage) {
        return addBasePath(this, settings.basePath, url);
      },
    }),
    frameworkErrors: (error, request, reply) => answerError({ logger }, error, request, reply),
    clientErrorHandler: answerParserError,
  });
}

/**
 * Prevents Fastify from loading a validator and a serializer: the categories' own schemas parse the bodies,
 * and responses are ready bytes.
 */
const noJsonSchemas = {
  compilersFactory: { buildValidator: throwUnexpectedSchema, buildSerializer: throwUnexpectedSchema },
};

function throwUnexpectedSchema(): never {
  throw new Error('routes must not have their own JSON schema; declare a Zod schema in the endpoint');
}

/**
 * Allows cross-origin access for the configured origins. If there are none, no response has a CORS header.
 * The response to a request without `Origin` has only `Vary: Origin`, so that shared caches do not send it to
 * pages of other origins.
 */
function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowsAnyOrigin = origins.includes('*');
  const allowedOrigins = new Set(origins);
  // Runs before the plugin, which would respond to such a preflight with 200 and without permission.
  server.addHook('onRequest', async (request, reply) => {
    const { origin, 'access-control-request-method': requestMethod } = request.headers;
    if (request.method !== 'OPTIONS' || requestMethod === undefined || origin === undefined) return;
    if (allowsAnyOrigin || allowedOrigins.has(origin)) return;
    await sendError(request, reply.header('vary', 'Origin'), 400, { detail: 'Disallowed CORS origin' });
  });
  const options: FastifyCorsOptions = {
    origin: allowsAnyOrigin ? '*' : [...origins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: [
      'ETag',
      'Age',
      'Allow',
      'Link',
      'Location',
      'Repr-Digest',
      'Retry-After',
      'Warning',
      'X-Request-Id',
    ],
    maxAge: 600,
    optionsSuccessStatus: 200,
    strictPreflight: false,
  };
  // With a delegator, each response varies by origin.
  server.register(cors, {
    delegator: ({ headers }: FastifyRequest, decide: (error: null, options: FastifyCorsOptions) => void) =>
      decide(null, headers.origin === undefined ? { origin: false } : options),
  });
}

/**
 * Refuses requests with several `Host` headers, and HTTP/1.1 requests without one (RFC 9112 3.2). If there
 * are several, `node:http` would use the first. If there is none, it would send a response with an empty body
 * instead of a `detail`.
 */
function requireOneHost(server: FastifyInstance): void {
  server.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    if (headers.host === undefined) {
      if (raw.httpVersion === '1.0') done();
      else done(new RegistryError('bad_request', 'An HTTP/1.1 request must have a Host header.'));
    } else if (countHeader('host', raw) === 1) done();
    else done(new RegistryError('bad_request', 'A request must have only one Host header.'));
  });
}

/**
 * Counts the occurrences of a header in a request.
 * @param name the header's name in lower case
 */
function countHeader(name: string, { rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const headerName = rawHeaders[index]!;
    if (headerName.length === name.length && headerName.toLowerCase() === name) count += 1;
  }
  return count;
}

/** Matches a `Host` header, and captures the host without its port and without the brackets of IPv6. */
const hostPattern = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/;

/**
 * Serves only requests for an allowed host. This prevents DNS rebinding: the owner of a web page could point
 * a host name at this machine, and the page could then reach the service under that name.
 *
 * @param allowHost returns whether a host name (without port) is allowed; absent if every host is allowed
 */
function answerForHosts(
  server: FastifyInstance,
  allowHost: ((hostname: string) => boolean) | undefined,
): void {
  if (!allowHost) return;
  server.addHook('onRequest', async (request) => {
    const { host = '' } = request.headers;
    const [, v6, name = v6] = hostPattern.exec(host) ?? [];
    if (name !== undefined && allowHost(name)) return;
    throw new RegistryError(
      'wrong_host',
      `Host '${host}' is not allowed; allowed: loopback names, such as 127.0.0.1 and localhost.`,
    );
  });
}
