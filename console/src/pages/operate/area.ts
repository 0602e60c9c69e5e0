import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { createOneOfReader, readText } from '../../search-params.ts';

const healthRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operate',
  component: lazyRouteComponent(() => import('./HealthPage.tsx'), 'HealthPage'),
});

const state = createOneOfReader(['waiting', 'delivered', 'failed']);

const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operate/webhooks',
  validateSearch: (
    search: Record<string, unknown>,
  ): { state?: 'waiting' | 'delivered' | 'failed'; target?: string } => ({
    state: state(search.state),
    target: readText(search.target),
  }),
  component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
});

const bridgeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operate/bridge',
  component: lazyRouteComponent(() => import('./BridgePage.tsx'), 'BridgePage'),
});

export const operateRoutes = [healthRoute, bridgeRoute, webhooksRoute] as const;
