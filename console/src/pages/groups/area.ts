import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { readNumber, readText } from '../../search-params.ts';
import { readGroupsSearch } from './groups-search.ts';

/** Reads a group's name from the query, because a path cannot hold all characters of names. */
const readName = (search: Record<string, unknown>): { name: string } => ({
  name: readText(search.name) ?? '',
});

const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/groups',
  validateSearch: readGroupsSearch,
  component: lazyRouteComponent(() => import('./GroupsPage.tsx'), 'GroupsPage'),
});

const groupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/groups/group',
  validateSearch: readName,
  component: lazyRouteComponent(() => import('./GroupPage.tsx'), 'GroupPage'),
});

const bulkEditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/groups/group/edit',
  validateSearch: readName,
  component: lazyRouteComponent(() => import('./BulkEditPage.tsx'), 'BulkEditPage'),
});

const familiesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/groups/families',
  validateSearch: (search: Record<string, unknown>): { prefix?: number; size?: number } => ({
    prefix: readNumber(search.prefix),
    size: readNumber(search.size),
  }),
  component: lazyRouteComponent(() => import('./FamiliesPage.tsx'), 'FamiliesPage'),
});

const aliasesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/groups/aliases',
  component: lazyRouteComponent(() => import('./AliasesPage.tsx'), 'AliasesPage'),
});

export const groupsRoutes = [listRoute, groupRoute, bulkEditRoute, familiesRoute, aliasesRoute] as const;
