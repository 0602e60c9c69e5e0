import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { readChangesSearch } from './changes-search.ts';

const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/changes',
  validateSearch: readChangesSearch,
  component: lazyRouteComponent(() => import('./MyChangesPage.tsx'), 'MyChangesPage'),
});

const oneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/changes/$changeId',
  component: lazyRouteComponent(() => import('./MyChangePage.tsx'), 'MyChangePage'),
  remountDeps: ({ params }) => params,
});

export const changesRoutes = [listRoute, oneRoute] as const;
