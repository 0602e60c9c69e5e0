import type { FastifyInstance } from 'fastify';

/**
 * The last segments of paths like `…/aliases/{canonical}/add`, in which the name before may hold slashes. An
 * action is the segment as it stands in the URL: in `…/aliases/org%2Fadd` it belongs to the name.
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
 * Gives the action that a raw URL ends with. The router calls this for every request, so URLs without actions
 * return first.
 */
export function trailingActionOf(url: string): string | undefined {
  if (!url.includes('/text_generation/')) return undefined;
  const segment = lastRawSegment(url);
  return actions.has(segment) ? segment : undefined;
}

/** Constraints of a raw URL, for looking up routes by hand. */
export function trailingConstraint(url: string): Record<string, string | undefined> {
  return { [strategy.name]: trailingActionOf(url) };
}

/** Lets routes of the server say `constraints: endingWith(action)`. */
export function routeByTrailingAction(server: FastifyInstance): void {
  server.addConstraintStrategy(strategy);
}

export function endingWith(action: string): Record<string, string> {
  return { [strategy.name]: action };
}

export function isTrailingAction(segment: string): boolean {
  return actions.has(segment);
}

/**
 * The last segment of a URL's path as it stands there, percent-encoding included; a slash at the very end
 * does not count.
 */
export function lastRawSegment(url: string): string {
  const query = url.indexOf('?');
  let end = query === -1 ? url.length : query;
  if (url.charCodeAt(end - 1) === 47) end -= 1;
  return url.slice(url.lastIndexOf('/', end - 1) + 1, end);
}
