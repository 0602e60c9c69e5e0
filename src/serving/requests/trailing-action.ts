import type { FastifyInstance } from 'fastify';

/**
 * Actions: the last segments of paths like `…/aliases/{canonical}/add`. The name before an action may hold
 * slashes. Only a whole segment of the raw URL is an action: in `…/aliases/org%2Fadd`, `add` belongs to the
 * name.
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
  deriveConstraint: ({ url }: { url?: string | undefined }) => trailingActionOf(url ?? ''),
};

/**
 * Gives the action that a raw URL ends with, if any. The router calls this for every request, so a quick test
 * comes first.
 */
export function trailingActionOf(url: string): string | undefined {
  if (!url.includes('/text_generation/')) return undefined;
  const segment = lastRawSegment(url);
  return actions.has(segment) ? segment : undefined;
}

/** Gives the router's constraints that a raw URL meets, for looking up routes by hand. */
export function trailingConstraint(url: string): Record<string, string | undefined> {
  return { [strategy.name]: trailingActionOf(url) };
}

/** Allows routes of the server to have `constraints: endingWith(action)`. */
export function routeByTrailingAction(server: FastifyInstance): void {
  server.addConstraintStrategy(strategy);
}

export function endingWith(action: string): Record<string, string> {
  return { [strategy.name]: action };
}

export function isTrailingAction(segment: string): boolean {
  return actions.has(segment);
}

/** Gives the last segment of a URL's path, still percent-encoded; ignores a slash at the very end. */
export function lastRawSegment(url: string): string {
  const query = url.indexOf('?');
  let end = query === -1 ? url.length : query;
  if (url.charCodeAt(end - 1) === 47) end -= 1;
  return url.slice(url.lastIndexOf('/', end - 1) + 1, end);
}
