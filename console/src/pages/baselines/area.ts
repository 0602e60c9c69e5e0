import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { readBaselineSearch, readBaselinesSearch, readProposeBaselinesSearch } from './baselines-search.ts';

const baselinesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/baselines',
  validateSearch: readBaselinesSearch,
  component: lazyRouteComponent(() => import('./BaselinesPage.tsx'), 'BaselinesPage'),
});

const baselineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/baselines/baseline',
  validateSearch: readBaselineSearch,
  component: lazyRouteComponent(() => import('./BaselinePage.tsx'), 'BaselinePage'),
  remountDeps: ({ search }) => search,
});

const proposeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/baselines/propose',
  validateSearch: readProposeBaselinesSearch,
  component: lazyRouteComponent(() => import('./ProposeBaselinesPage.tsx'), 'ProposeBaselinesPage'),
  remountDeps: ({ search }) => search,
});

export const baselinesRoutes = [baselinesRoute, baselineRoute, proposeRoute] as const;
