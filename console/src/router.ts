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

/** The pages that the service would not find: a path is missing in `paths.ts` when this does not compile. */
type Unserved = Exclude<
  FirstSegment<keyof (typeof router)['routesByPath']>,
  (typeof consolePaths)[number] | ''
>;
true satisfies [Unserved] extends [never] ? boolean : Unserved;
