import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { readFilesSearch, readRiskSearch, readStatisticsSearch, readUsageSearch } from './insight-search.ts';

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

const usageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/insight/usage',
  validateSearch: readUsageSearch,
  component: lazyRouteComponent(() => import('./UsagePage.tsx'), 'UsagePage'),
});

const groupHealthRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/insight/group-health',
  component: lazyRouteComponent(() => import('./GroupHealthPage.tsx'), 'GroupHealthPage'),
});

const filesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/insight/files',
  validateSearch: readFilesSearch,
  component: lazyRouteComponent(() => import('./FilesPage.tsx'), 'FilesPage'),
});

export const insightRoutes = [
  statisticsRoute,
  deletionRiskRoute,
  usageRoute,
  groupHealthRoute,
  filesRoute,
] as const;
