import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { readFilesSearch, readRiskSearch, readStatisticsSearch } from './insight-search.ts';

const statisticsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/insight',
  validateSearch: readStatisticsSearch,
  component: lazyRouteComponent(() => import('./StatisticsPage.tsx'), 'StatisticsPage'),
});

const deletionRiskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/insight/deletion-risk',
  validateSearch: readRiskSearch,
  component: lazyRouteComponent(() => import('./DeletionRiskPage.tsx'), 'DeletionRiskPage'),
});

const filesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/insight/files',
  validateSearch: readFilesSearch,
  component: lazyRouteComponent(() => import('./FilesPage.tsx'), 'FilesPage'),
});

export const insightRoutes = [statisticsRoute, deletionRiskRoute, filesRoute] as const;
