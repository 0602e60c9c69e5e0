import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { text } from '../../search-params.ts';

/**
 * The model's page. The name stands in the query, where it may hold any text (`/` and `..` too) and passes
 * every proxy.
 */
const modelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/model/$category',
  validateSearch: (search: Record<string, unknown>): { name: string } => ({ name: text(search.name) ?? '' }),
  component: lazyRouteComponent(() => import('./ModelPage.tsx'), 'ModelPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/model/$category/compare',
  validateSearch: (search: Record<string, unknown>): { name: string; with: string } => ({
    name: text(search.name) ?? '',
    with: text(search.with) ?? '',
  }),
  component: lazyRouteComponent(() => import('./ComparePage.tsx'), 'ComparePage'),
});

export const modelRoutes = [modelRoute, compareRoute] as const;
