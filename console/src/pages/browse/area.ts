import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { readBrowseSearch } from './browse-search.ts';
import { readModelsSearch } from './models-search.ts';

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./OverviewPage.tsx'), 'OverviewPage'),
});

const categoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/browse/$category',
  validateSearch: readBrowseSearch,
  component: lazyRouteComponent(() => import('./CategoryPage.tsx'), 'CategoryPage'),
});

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: readModelsSearch,
  component: lazyRouteComponent(() => import('./SearchPage.tsx'), 'SearchPage'),
});

export const browseRoutes = [overviewRoute, categoryRoute, searchRoute] as const;
