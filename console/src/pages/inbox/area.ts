import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { readInboxSearch } from './inbox-search.ts';

const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox',
  validateSearch: readInboxSearch,
  component: lazyRouteComponent(() => import('./InboxPage.tsx'), 'InboxPage'),
});

export const inboxRoutes = [inboxRoute] as const;
