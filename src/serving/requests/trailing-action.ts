import type { FastifyInstance } from 'fastify';

/**
 * Words that are an action, not part of a name, if they are the last segment of a path: `add` in
 * `…/aliases/{canonical}/add`. The name before the action may contain slashes. An encoded slash does not
 * separate segments: in `…/aliases/org%2Fadd`, `add` is part of the name.
 */
const actions: ReadonlySet<string> = new Set([
  'add',
  'remove',
  'common_fields',
  'name_schema',
  'name_exception',
]);

const strategy = {
  name: 'trailingAction',
  storage: () => new Map(),
  deriveConstraint: ({ url }: { url?: string | undefined }) => findTrailingAction(url ?? ''),
};

/**
 * Returns the action at the end of an undecoded URL's path; undefined if there is none. The router calls this
 * for every request, so the cheap test for `/text_generation/` comes first.
 */
export function findTrailingAction(url: string): string | undefined {
  if (!url.includes('/text_generation/')) return undefined;
  const segment = getLastRawSegment(url);
  return actions.has(segment) ? segment : undefined;
}

/**
 * Returns the constraints for finding the route of an undecoded URL, for code that queries the router itself.
 */
export function findTrailingConstraint(url: string): Record<string, string | undefined> {
  return { [strategy.name]: findTrailingAction(url) };
}

/**
 * Adds the route constraint `endingWith(action)` to the server: such a route matches only paths that end with
 * this action.
 */
export function routeByTrailingAction(server: FastifyInstance): void {
  server.addConstraintStrategy(strategy);
}

export function createTrailingConstraints(action: string): Record<string, string> {
  return { [strategy.name]: action };
}

export function isTrailingAction(segment: string): boolean {
  return actions.has(segment);
}

/** Returns the last segment of a URL's path, still percent-encoded. Ignores a trailing slash. */
export function getLastRawSegment(url: string): string {
  const queryStart = url.indexOf('?');
  let pathEnd = queryStart === -1 ? url.length : queryStart;
  if (url.charCodeAt(pathEnd - 1) === 47) pathEnd -= 1;
  return url.slice(url.lastIndexOf('/', pathEnd - 1) + 1, pathEnd);
}
