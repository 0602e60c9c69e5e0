import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { readText } from '../../search-params.ts';

/**
 * The route of a model's page. The model's name is in the query, because a proxy can rewrite a path in which
 * a name contains `/` or `..`.
 */
const modelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/model/$category',
  validateSearch: (search: Record<string, unknown>): { name: string } => ({
    name: readText(search.name) ?? '',
  }),
  component: lazyRouteComponent(() => import('./ModelPage.tsx'), 'ModelPage'),
  remountDeps: ({ params, search }) => [params, search],
});

export const modelRoutes = [modelRoute] as const;
