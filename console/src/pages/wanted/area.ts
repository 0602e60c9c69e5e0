import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { readAskSearch, readWantedSearch } from './wanted-search.ts';

const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wanted',
  validateSearch: readWantedSearch,
  component: lazyRouteComponent(() => import('./WantedPage.tsx'), 'WantedPage'),
});

const askRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wanted/ask',
  validateSearch: readAskSearch,
  component: lazyRouteComponent(() => import('./AskPage.tsx'), 'AskPage'),
});

const oneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wanted/$requestId',
  component: lazyRouteComponent(() => import('./RequestPage.tsx'), 'RequestPage'),
  remountDeps: ({ params }) => params,
});

export const wantedRoutes = [listRoute, askRoute, oneRoute] as const;
