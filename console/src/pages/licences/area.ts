import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.tsx';
import { readAssetSearch, readLicenceSearch } from './licences-search.ts';

const licencesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/licences',
  component: lazyRouteComponent(() => import('./LicencesPage.tsx'), 'LicencesPage'),
});

const licenceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/licences/licence',
  validateSearch: readLicenceSearch,
  component: lazyRouteComponent(() => import('./LicencePage.tsx'), 'LicencePage'),
  remountDeps: ({ search }) => search,
});

const assetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/licences/asset',
  validateSearch: readAssetSearch,
  component: lazyRouteComponent(() => import('./AssetPage.tsx'), 'AssetPage'),
  remountDeps: ({ search }) => search,
});

export const licencesRoutes = [licencesRoute, licenceRoute, assetRoute] as const;
