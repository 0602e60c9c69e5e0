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
 * The first path segments of console routes that `paths.ts` lacks. The service would not serve the console
 * under them. If there are any, the code does not compile until they are added to `paths.ts`.
 */
type Unserved = Exclude<
  FirstSegment<keyof (typeof router)['routesByPath']>,
  (typeof consolePaths)[number] | ''
>;
true satisfies [Unserved] extends [never] ? boolean : Unserved;
