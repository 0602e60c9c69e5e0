import { createRouter } from '@tanstack/react-router';
import type { consolePaths } from './paths.ts';
import { routeTree } from './routes.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultStructuralSharing: true,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

type FirstSegment<Path> = Path extends `/${infer First}/${string}`
  ? First
  : Path extends `/${infer First}`
    ? First
    : never;

/**
 * The first segments of the console's routes that are missing in `paths.ts`. The service serves the console
 * only under the paths in that list. If a segment is missing, the next line does not compile.
 */
type UnlistedSegment = Exclude<
  FirstSegment<keyof (typeof router)['routesByPath']>,
  (typeof consolePaths)[number] | ''
>;
true satisfies [UnlistedSegment] extends [never] ? boolean : UnlistedSegment;
