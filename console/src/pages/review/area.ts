import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { readQueueSearch } from './queue-search.ts';

const queueRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review',
  validateSearch: readQueueSearch,
  component: lazyRouteComponent(() => import('./QueuePage.tsx'), 'QueuePage'),
});

const changeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review/changes/$changeId',
  component: lazyRouteComponent(() => import('./ChangePage.tsx'), 'ChangePage'),
  remountDeps: ({ params }) => params,
});

const openBatchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review/open-batch',
  component: lazyRouteComponent(() => import('./OpenBatchPage.tsx'), 'OpenBatchPage'),
});

const batchesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review/batches',
  component: lazyRouteComponent(() => import('./BatchesPage.tsx'), 'BatchesPage'),
});

const batchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review/batches/$batchId',
  component: lazyRouteComponent(() => import('./BatchPage.tsx'), 'BatchPage'),
  remountDeps: ({ params }) => params,
});

export const reviewRoutes = [queueRoute, changeRoute, openBatchRoute, batchesRoute, batchRoute] as const;
