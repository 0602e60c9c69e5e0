import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { RouteContext } from '../context.ts';
import type { RouteCounter } from '../metrics/metrics.ts';
import { observeReads, observeRequests, observeStreams } from '../metrics/observe.ts';
import { checkOf } from '../requests/checks.ts';
import { refusePreconditions } from '../requests/preconditions.ts';
import { type Answering, answeringOf } from './answer.ts';
import { callOf } from './call.ts';
import { isRoute, type Route } from './endpoint.ts';
import { type Pattern, patternOf } from './pattern.ts';
import type { Pages, Resource } from './resource.ts';

/** Registers everything under a prefix, each resource in a scope of its own. */
export function mount(
  server: FastifyInstance,
  resources: readonly (Resource | Pages)[],
  context: RouteContext,
  {
    prefix,
    beforeModels,
  }: { readonly prefix: string; readonly beforeModels: (scope: FastifyInstance) => void },
): void {
  for (const resource of resources) {
    const plugin = async (scope: FastifyInstance): Promise<void> => {
      if ('endpoints' in resource) {
        if (resource.readsModels) beforeModels(scope);
        return mountEndpoints(scope, resource, context);
      }
      observeRequests(scope, context);
      await resource.routes(context)(scope, {});
    };
    server.register(Object.assign(plugin, { [displayName]: resource.name }), { prefix });
  }
}

/** Where Fastify finds a plugin's name. For want of one it looks for the plugin in all loaded modules. */
const displayName = Symbol.for('fastify.display-name');

function mountEndpoints(scope: FastifyInstance, resource: Resource, context: RouteContext): void {
  const { settings } = context;
  const counterOf = observe(scope, resource, context);
  for (const route of resource.endpoints.filter(isRoute)) {
    if (route.onlyUnderBasePath && scope.prefix === '') continue;
    const pattern = patternOf(route.path, route.parameters);
    const { url, constraints } = pattern;
    const check = route.who && checkOf(route.who, context);
    const looksAtThem = route.method === 'get' || route.looksAtPreconditions;
    const counter = counterOf?.(scope.prefix + url);
    scope.route({
      method: route.method,
      url,
      constraints,
      ...(route.proposal && { bodyLimit: Math.min(settings.bodyLimitBytes, settings.maxProposalBytes) }),
      onRequest: [route.before, check, looksAtThem ? undefined : refusePreconditions].filter(
        (hook) => hook !== undefined,
      ),
      handler: handlerOf(route, {
        context,
        pattern,
        answer: answeringOf(route, resource, context),
        counter,
      }),
    });
  }
}

/** Gives what counts each answer of a route, where no hook does. */
function observe(scope: FastifyInstance, { observed }: Resource, context: RouteContext) {
  if (observed === 'reads') return observeReads(scope, context);
  if (observed === 'streams') observeStreams(scope, context);
  else observeRequests(scope, context);
  return undefined;
}

interface Handling {
  readonly context: RouteContext;
  readonly pattern: Pattern;
  readonly answer: Answering;
  readonly counter: RouteCounter | undefined;
}

function handlerOf(route: Route, { context, pattern, answer, counter }: Handling): RouteHandlerMethod {
  return (request, reply) => {
    const finish = (value: unknown) => {
      const sending = value !== reply && !reply.sent ? answer(request, reply, value) : undefined;
      counter?.count(reply.statusCode);
      return sending;
    };
    const given = route.handler(context, callOf(route, pattern, request, reply));
    if (given instanceof Promise) return given.then(finish);
    // Returns nothing: given a reply, Fastify would await it like a promise.
    finish(given);
  };
}
