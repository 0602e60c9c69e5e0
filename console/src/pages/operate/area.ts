import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { oneOf, text } from '../../search-params.ts';

const healthRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operate',
  component: lazyRouteComponent(() => import('./HealthPage.tsx'), 'HealthPage'),
});

const state = oneOf(['waiting', 'delivered', 'failed']);

const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operate/webhooks',
  validateSearch: (
    search: Record<string, unknown>,
  ): { state?: 'waiting' | 'delivered' | 'failed'; target?: string } => ({
    state: state(search.state),
    target: text(search.target),
  }),
  component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
});

const instancesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operate/instances',
  component: lazyRouteComponent(() => import('./InstancesPage.tsx'), 'InstancesPage'),
});

const importsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operate/imports',
  component: lazyRouteComponent(() => import('./ImportsPage.tsx'), 'ImportsPage'),
});

const bridgeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operate/bridge',
  component: lazyRouteComponent(() => import('./BridgePage.tsx'), 'BridgePage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operate/settings',
  component: lazyRouteComponent(() => import('./SettingsPage.tsx'), 'SettingsPage'),
});

export const operateRoutes = [
  healthRoute,
  instancesRoute,
  bridgeRoute,
  webhooksRoute,
  importsRoute,
  settingsRoute,
] as const;
