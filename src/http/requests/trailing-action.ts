import type { FastifyInstance, FastifyRequest } from 'fastify';
import { lastRawSegment } from './raw-path.ts';

/**
 * The last segment of paths like `…/aliases/{canonical}/add`, in which the name before it may hold slashes.
 * The action is the segment as it stands in the URL: in `…/aliases/org%2Fadd` it belongs to the name.
 */
export type TrailingAction = 'add' | 'remove' | 'common_fields' | 'name_schema' | 'name_exception';

const actions: ReadonlySet<string> = new Set<TrailingAction>([
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
 * The action that a raw URL ends with. The router asks at every request, so the reads of other categories are
 * let go at once.
 */
export function trailingActionOf(url: string): string | undefined {
  if (!url.includes('/text_generation/')) return undefined;
  const segment = lastRawSegment(url);
  return actions.has(segment) ? segment : undefined;
}

/** What the router knows of a raw URL beside its path, for looking up routes by hand. */
export function trailingConstraint(url: string): Record<string, string | undefined> {
  return { [strategy.name]: trailingActionOf(url) };
}

/** Lets routes of the server say `constraints: endingWith(action)`. */
export function routeByTrailingAction(scope: FastifyInstance): void {
  if (!scope.hasConstraintStrategy(strategy.name)) scope.addConstraintStrategy(strategy);
}

export function endingWith(action: TrailingAction) {
  return { [strategy.name]: action };
}

/**
 * The name that the `*` of a path stands for, percent-decoded once, without the action that the route ends
 * with.
 */
export function nameBefore(request: FastifyRequest, action: TrailingAction): string {
  return (request.params as { '*': string })['*'].slice(0, -`/${action}`.length);
}

/** The name that the `*` of a path stands for, percent-decoded once. */
export function nameInPath(request: FastifyRequest): string {
  return (request.params as { '*': string })['*'];
}
