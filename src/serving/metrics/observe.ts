import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createErrorAnswer } from '../answers/errors.ts';
import type { AppContext } from '../context.ts';
import { readMethods } from '../requests/deadline.ts';
import type { RouteCounter } from './metrics.ts';

/**
 * Adds a hook that runs after each response of a scope. It counts and times the request, and logs it if the
 * access log setting requires it. For scopes that send ready bytes, use `observeReads`: this hook takes
 * longer than such a response.
 */
export function observeRequests(scope: FastifyInstance, context: AppContext): void {
  const { metrics } = context;
  scope.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? unrouted;
    metrics.route(request.method, route).count(reply.statusCode);
    metrics.observeDuration(request.method, route, reply.elapsedTime / 1000);
    logRequest(context, request, reply.statusCode, reply.elapsedTime);
  });
}

/**
 * Adds the hooks that count errors and log requests in a scope that serves ready bytes. With the access log
 * set to `all`, logs every request; with `errors`, only errors.
 *
 * @returns a function that creates the counter of a GET route. The handler of the route must pass the status
 * of each response to the counter
 */
export function observeReads(scope: FastifyInstance, context: AppContext): (route: string) => RouteCounter {
  const { metrics, settings } = context;
  const logsAllReads = settings.accessLog === 'all';
  const counters = new Map<string, RouteCounter>();
  scope.addHook('onError', async (request, reply, error) => {
    const { status } = createErrorAnswer(error);
    counters.get(request.routeOptions.url ?? '')?.count(status);
    if (!logsAllReads) logRequest(context, request, status, reply.elapsedTime);
  });
  if (logsAllReads) {
    scope.addHook('onResponse', async (request, reply) =>
      logRequest(context, request, reply.statusCode, reply.elapsedTime),
    );
  }
  return (route) => {
    const counter = metrics.route('GET', route);
    counters.set(route, counter);
    return counter;
  };
}

/**
 * Adds a hook that counts the refused requests of a scope of event streams. The handler counts the opened
 * streams. Durations are not recorded, because the duration of a stream says nothing about the
 * service's speed.
 */
export function observeStreams(scope: FastifyInstance, { metrics }: Pick<AppContext, 'metrics'>): void {
  scope.addHook('onError', async (request, _reply, error) =>
    metrics.route('GET', request.routeOptions.url ?? unrouted).count(createErrorAnswer(error).status),
  );
}

/**
 * The `route` label of requests that match no route. If their paths were labels, clients could create any
 * number of labels.
 */
export const unrouted = 'unrouted';

/**
 * Logs a request in one line. With the access log set to `errors`, skips successful reads; with `off`, logs
 * nothing.
 */
export function logRequest(
  { logger, settings: { accessLog } }: Pick<AppContext, 'logger' | 'settings'>,
  request: FastifyRequest,
  status: number,
  milliseconds: number,
): void {
  if (accessLog === 'off') return;
  if (accessLog === 'errors' && status < 400 && readMethods.has(request.method)) return;
  logger.info(
    {
      reqId: request.id,
      method: request.method,
      path: removeQuery(request.originalUrl),
      status,
      ms: Math.round(milliseconds * 10) / 10,
      user: request.caller?.userId,
      ip: request.ip,
    },
    'request',
  );
}

/** Returns the path of a URL. Logs omit the query, because some clients send their API key in it. */
export function removeQuery(url: string): string {
  const queryStart = url.indexOf('?');
  return queryStart === -1 ? url : url.slice(0, queryStart);
}
