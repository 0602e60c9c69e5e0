import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Caller } from '../../kernel/caller.ts';
import type { ReadyBody } from '../../kernel/ready-body.ts';
import type { Categories } from '../../records/categories/index.ts';
import { refuseKeys } from '../../records/files/refuse-keys.ts';
import { parseOrThrow } from '../../records/parse.ts';
import { caching, createModelCaching } from '../answers/caching.ts';
import {
  answerDeleted,
  answerRead,
  answerReadBytes,
  answerWrite,
  JsonBytes,
} from '../answers/json-answer.ts';
import { answerStream, JsonStream } from '../answers/json-stream.ts';
import { sendReady } from '../answers/send.ts';
import type { RouteContext } from '../context.ts';
import type { RouteCounter } from '../metrics/metrics.ts';
import { observeReads, observeRequests, observeStreams } from '../metrics/observe.ts';
import { requireCaller } from '../requests/auth.ts';
import { createAccessCheck } from '../requests/checks.ts';
import { refusePreconditions } from '../requests/preconditions.ts';
import {
  listParameters,
  parseQuery,
  refuseDryRun,
  warnOfUnknownParameters,
  writeQuery,
} from '../requests/query.ts';
import { createTrailingConstraints, isTrailingAction } from '../requests/trailing-action.ts';
import { type Call, isRoute, type Route } from './endpoint.ts';
import type { Pages, Resource } from './resource.ts';

/** Registers resources and pages with the server, under a path prefix. */
export function mount(
  server: FastifyInstance,
  resources: readonly (Resource | Pages)[],
  context: RouteContext,
  {
    prefix,
    beforeModels,
  }: { readonly prefix: string; readonly beforeModels: (scope: FastifyInstance) => void },
): void {
  for (const resource of mergeScopes(resources)) {
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

/**
 * Merges resources with the same hooks into one. This reduces the number of Fastify scopes, because each resource
 * gets its own. Creating the scopes takes a quarter of the server's creation time.
 */
function mergeScopes(scopes: readonly (Resource | Pages)[]): (Resource | Pages)[] {
  const resources = scopes.filter((each): each is Resource => 'endpoints' in each);
  const pages = scopes.filter((each): each is Pages => !('endpoints' in each));
  const resourcesByScope = Map.groupBy(
    resources,
    ({ observed, readsModels }) => `${observed} ${readsModels}`,
  );
  const mergedResources = [...resourcesByScope.values()].map((group) => ({
    ...(group[0] as Resource),
    endpoints: group.flatMap(({ endpoints }) => endpoints),
  }));
  return [...mergedResources, ...pages];
}

/**
 * The property from which Fastify reads a plugin's name. It is set because Fastify searches all loaded
 * modules for the name of an unnamed plugin.
 */
const displayName = Symbol.for('fastify.display-name');

function mountEndpoints(scope: FastifyInstance, resource: Resource, context: RouteContext): void {
  const { settings, bounds } = context;
  const createCounter = observe(scope, resource, context);
  for (const route of resource.endpoints.filter(isRoute)) {
    if (route.onlyUnderBasePath && scope.prefix === '') continue;
    const pattern = parsePattern(route, context.categories);
    const { url, constraints } = pattern;
    const check = route.who && createAccessCheck(route.who, context);
    const checksPreconditions = route.method === 'get' || route.supportsPreconditions;
    const counter = createCounter?.(scope.prefix + url);
    scope.route({
      // One route for both methods, because Fastify would otherwise add a separate route for HEAD.
      method: route.method === 'get' ? ['GET', 'HEAD'] : route.method,
      url,
      constraints,
      ...(route.proposal && { bodyLimit: Math.min(settings.bodyLimitBytes, bounds.proposalBytes) }),
      onRequest: [route.before, check, checksPreconditions ? undefined : refusePreconditions].filter(
        (hook) => hook !== undefined,
      ),
      handler: createHandler(route, {
        context,
        pattern,
        answer: createAnswerFunction(route, resource, context),
        counter,
      }),
    });
  }
}

/**
 * Adds the hooks that count and log a resource's requests.
 *
 * @returns a function that creates the counter of a route, if the handlers of the resource count their
 *   responses (`observed: 'reads'`); otherwise undefined
 */
function observe(scope: FastifyInstance, { observed }: Resource, context: RouteContext) {
  if (observed === 'reads') return observeReads(scope, context);
  if (observed === 'streams') observeStreams(scope, context);
  else observeRequests(scope, context);
  return undefined;
}

interface HandlerOptions {
  readonly context: RouteContext;
  readonly pattern: Pattern;
  readonly answer: AnswerFunction;
  readonly counter: RouteCounter | undefined;
}

function createHandler(
  route: Route,
  { context, pattern, answer, counter }: HandlerOptions,
): RouteHandlerMethod {
  const knownParameters = route.warnsItself
    ? null
    : listParameters(route.query, route.dryRun ? writeQuery : undefined);
  const refusesDryRun =
    route.method !== 'get' && !route.dryRun && !listParameters(route.query).has('dry_run');
  return (request, reply) => {
    if (refusesDryRun) refuseDryRun(request);
    if (knownParameters) warnOfUnknownParameters(request, reply, knownParameters);
    const countResponse = () => counter?.count(reply.statusCode);
    // Fastify awaits the returned value. It is never a reply, because a reply is thenable.
    const sendResult = (value: unknown): undefined | Promise<void> => {
      const answerPromise = value !== reply && !reply.sent ? answer(request, reply, value) : undefined;
      if (answerPromise) return answerPromise.then(countResponse);
      countResponse();
    };
    const result = route.handler(context, new RequestCall(request, reply, pattern, route));
    return result instanceof Promise ? result.then(sendResult) : sendResult(result);
  };
}

/** Sends the return value of a handler as the response. */
type AnswerFunction = (
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
) => undefined | Promise<void>;

/**
 * Creates the function that sends the return value of a route's handler. The response to a GET has an ETag,
 * except for a long `JsonStream`. A write returns 200, or 204 if the handler returned undefined.
 */
function createAnswerFunction(
  { method, who }: Route,
  { readsModels }: Resource,
  context: Pick<RouteContext, 'logger' | 'settings'>,
): AnswerFunction {
  if (method !== 'get') {
    return (_request, reply, value) => {
      if (value === undefined) answerDeleted(reply);
      else answerWrite(reply, 200, value);
      return undefined;
    };
  }
  const publicCaching = readsModels ? createModelCaching(context.settings) : caching.everyone;
  const cacheControl = who?.role ? caching.theCaller : publicCaching;
  return (request, reply, value) => {
    if (value instanceof JsonStream) {
      return answerStream(context, request, reply, { ...value, cacheControl });
    }
    if (isReadyBody(value)) sendReady(request, reply, value, cacheControl);
    else if (value instanceof JsonBytes) answerReadBytes(request, reply, value, cacheControl);
    else answerRead(request, reply, value, cacheControl);
    return undefined;
  };
}

function isReadyBody(value: unknown): value is ReadyBody {
  return (value as Partial<ReadyBody> | null)?.identity instanceof Buffer;
}

/** One request to a route. Parses path, query and body, in this order, by the route's schemas. */
class RequestCall implements Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly path: Record<string, never>;
  readonly query: unknown;
  readonly body: unknown;

  /** @throws RegistryError when path, query or body is invalid */
  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    pattern: Pattern,
    { query, body, bodyOptional, mayContainKeys }: Route,
  ) {
    this.request = request;
    this.reply = reply;
    this.path = pattern.valuesOf(request) as Record<string, never>;
    this.query = query && parseQuery(query, request);
    // Before the body is parsed, because an error about another field may quote the body.
    if (!mayContainKeys) refuseKeys(request.body);
    this.body = body && parseOrThrow(body, bodyOptional ? (request.body ?? {}) : request.body, 'body');
  }

  get caller(): Caller {
    return requireCaller(this.request);
  }
}

type Pattern = ReturnType<typeof parsePattern>;

/**
 * Derives the router's URL and constraints, and a parser of the path's parameters, from a declared path.
 *
 * @throws Error when a parameter is not declared, or the segments after a name with slashes are not a single
 *   action
 */
function parsePattern({ path, parameters = {} }: Pick<Route, 'path' | 'parameters'>, categories: Categories) {
  const segments = path.split('/').map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return segment;
    const parameter = parameters[name];
    if (!parameter) throw new Error(`Path ${path}: the parameter {${name}} is not declared`);
    return parameter.mayContainSlashes ? '*' : `:${parameter.routerName ?? name}`;
  });
  const wildcardIndex = segments.indexOf('*');
  const trailingSegments = wildcardIndex === -1 ? [] : segments.splice(wildcardIndex + 1);
  const [action] = trailingSegments;
  if (trailingSegments.length > 1 || (action !== undefined && !isTrailingAction(action))) {
    throw new Error(
      `${path}: a name that may contain slashes cannot be followed by ${trailingSegments.join('/')}`,
    );
  }
  const suffixLength = action === undefined ? 0 : action.length + 1;
  const readers = Object.entries(parameters).map(([name, parameter]) => ({
    name,
    parameter,
    key: parameter.mayContainSlashes ? '*' : (parameter.routerName ?? name),
  }));
  return {
    /** The router's URL, with `:…` in place of `{…}`, or `*` for a name that may contain slashes. */
    url: segments.join('/'),
    /** The router's constraint on the segment after a name with slashes; empty if there is none. */
    constraints: action === undefined ? {} : createTrailingConstraints(action),
    /** Returns the parameters of a request, parsed in the order of their declaration. */
    valuesOf: ({ params }: FastifyRequest) => {
      const values: Record<string, unknown> = {};
      for (const { name, parameter, key } of readers) {
        const text = (params as Record<string, string>)[key] as string;
        values[name] = parameter.parse(
          key === '*' && suffixLength > 0 ? text.slice(0, -suffixLength) : text,
          categories,
        );
      }
      return values;
    },
  };
}
