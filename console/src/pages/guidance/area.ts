import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import {
  readAssignSearch,
  readProfileSearch,
  readProfilesSearch,
  readProposeProfileSearch,
} from './guidance-search.ts';

const profilesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guidance',
  validateSearch: readProfilesSearch,
  component: lazyRouteComponent(() => import('./ProfilesPage.tsx'), 'ProfilesPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guidance/profile',
  validateSearch: readProfileSearch,
  component: lazyRouteComponent(() => import('./ProfilePage.tsx'), 'ProfilePage'),
  remountDeps: ({ search }) => search,
});

const proposeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guidance/propose',
  validateSearch: readProposeProfileSearch,
  component: lazyRouteComponent(() => import('./ProposeProfilePage.tsx'), 'ProposeProfilePage'),
  remountDeps: ({ search }) => search,
});

const assignRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guidance/assign',
  validateSearch: readAssignSearch,
  component: lazyRouteComponent(() => import('./AssignPage.tsx'), 'AssignPage'),
  remountDeps: ({ search }) => search,
});

export const guidanceRoutes = [profilesRoute, profileRoute, proposeRoute, assignRoute] as const;
