import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { readBaselinesSearch, readProfilesSearch } from './reference-search.ts';

const baselinesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/browse/baseline',
  validateSearch: readBaselinesSearch,
  component: lazyRouteComponent(() => import('./BaselinesPage.tsx'), 'BaselinesPage'),
});

const profilesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/browse/client_profile',
  validateSearch: readProfilesSearch,
  component: lazyRouteComponent(() => import('./ProfilesPage.tsx'), 'ProfilesPage'),
});

export const referenceRoutes = [baselinesRoute, profilesRoute] as const;
