import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { readBaselinesSearch } from './reference-search.ts';

const baselinesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/browse/baseline',
  validateSearch: readBaselinesSearch,
  component: lazyRouteComponent(() => import('./BaselinesPage.tsx'), 'BaselinesPage'),
});

export const referenceRoutes = [baselinesRoute] as const;
