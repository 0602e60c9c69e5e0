import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { readProposeSearch } from './propose-search.ts';

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/propose',
  component: lazyRouteComponent(() => import('./ProposePage.tsx'), 'ProposePage'),
});

const newModelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/propose/$category',
  validateSearch: readProposeSearch,
  component: lazyRouteComponent(() => import('./CreatePage.tsx'), 'CreatePage'),
  remountDeps: ({ params, search }) => [params, { ...search, view: null }],
});

const editRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/propose/$category/edit',
  validateSearch: readProposeSearch,
  component: lazyRouteComponent(() => import('./EditPage.tsx'), 'EditPage'),
  remountDeps: ({ params, search }) => [params, { ...search, view: null }],
});

const deleteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/propose/$category/delete',
  validateSearch: readProposeSearch,
  component: lazyRouteComponent(() => import('./DeletePage.tsx'), 'DeletePage'),
  remountDeps: ({ params, search }) => [params, { ...search, view: null }],
});

const renameRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/propose/$category/rename',
  validateSearch: readProposeSearch,
  component: lazyRouteComponent(() => import('./RenamePage.tsx'), 'RenamePage'),
  remountDeps: ({ params, search }) => [params, search],
});

export const proposeRoutes = [startRoute, newModelRoute, editRoute, deleteRoute, renameRoute] as const;
