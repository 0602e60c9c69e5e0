import { baselinesRoutes } from './pages/baselines/area.ts';
import { browseRoutes } from './pages/browse/area.ts';
import { changesRoutes } from './pages/changes/area.ts';
import { groupsRoutes } from './pages/groups/area.ts';
import { guidanceRoutes } from './pages/guidance/area.ts';
import { inboxRoutes } from './pages/inbox/area.ts';
import { insightRoutes } from './pages/insight/area.ts';
import { licencesRoutes } from './pages/licences/area.ts';
import { modelRoutes } from './pages/model/area.ts';
import { operateRoutes } from './pages/operate/area.ts';
import { proposeRoutes } from './pages/propose/area.ts';
import { reviewRoutes } from './pages/review/area.ts';
import { wantedRoutes } from './pages/wanted/area.ts';
import { rootRoute } from './root-route.tsx';

export const routeTree = rootRoute.addChildren([
  ...browseRoutes,
  ...baselinesRoutes,
  ...modelRoutes,
  ...reviewRoutes,
  ...proposeRoutes,
  ...changesRoutes,
  ...inboxRoutes,
  ...wantedRoutes,
  ...insightRoutes,
  ...groupsRoutes,
  ...guidanceRoutes,
  ...licencesRoutes,
  ...operateRoutes,
]);
