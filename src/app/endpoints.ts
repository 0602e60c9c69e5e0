import { atomFeed } from '../modules/announcements/index.ts';
import { auditCheckpoint } from '../modules/audit/index.ts';
import { bridge } from '../modules/bridge/index.ts';
import { metadataOf, v1Reads, v2ReadsOf } from '../modules/catalog/index.ts';
import { v2Drafts } from '../modules/drafts/http.ts';
import { feedPages, feedStream } from '../modules/feed/http.ts';
import { files, modelFilesView } from '../modules/files/index.ts';
import { batchRevert, modelHistoryView, pendingQueueAuditOf } from '../modules/history/index.ts';
import { inboxResources } from '../modules/inbox/index.ts';
import { find, modelUsageView, search, statistics } from '../modules/insight/index.ts';
import { namesResources } from '../modules/names/index.ts';
import { operations } from '../modules/operations/http.ts';
import { me, probes, status } from '../modules/operations/http-status.ts';
import { queueResources, v1Writes, v2Pending, v2Writes } from '../modules/queue/index.ts';
import { refusedWithoutCopy } from '../modules/replica/http.ts';
import { requests } from '../modules/requests/index.ts';
import type { Categories } from '../records/categories/index.ts';
import type { Declaration } from '../serving/routing/endpoint.ts';
import type { Pages, Resource } from '../serving/routing/resource.ts';
import type { Services } from './open-services.ts';
import { consolePages, docs, schemas } from './pages/index.ts';

/** The resources of the API, in the order of the OpenAPI document. */
const resourcesOf = (services: Services): readonly Resource[] => [
  status(services),
  me,
  v2ReadsOf(services, [modelHistoryView, modelFilesView, modelUsageView]),
  search,
  find(services),
  statistics,
  files(services),
  v2Pending,
  v2Drafts(services),
  v2Writes(services),
  ...namesResources,
  ...queueResources(services),
  ...inboxResources,
  requests(services),
  pendingQueueAuditOf('v2'),
  batchRevert,
  pendingQueueAuditOf('v1'),
  auditCheckpoint,
  operations(services),
  bridge,
  metadataOf('v2'),
  metadataOf('v1'),
  feedPages(services),
  feedStream(services),
  v1Reads(services),
  v1Writes(services),
];

/** What the server serves: the resources of the API, and pages, by the prefix of their paths. */
export const servedBy = (services: Services) => ({
  underBasePath: [...resourcesOf(services), docs, schemas, atomFeed] satisfies (Resource | Pages)[],
  outsideBasePath: [probes(services), consolePages] satisfies Pages[],
});

/**
 * Stands for the services where endpoints are only declared. A declaration may name a service, as in
 * `({ feed }) => …`; what uses one throws. Only the categories are there.
 */
const onlyDeclaring = (categories: Categories) =>
  new Proxy({ categories } as Services, {
    get(given, name) {
      if (name === 'categories') return given.categories;
      const fail = (): never => {
        throw new Error(`The service ${String(name)} was used where endpoints are only declared.`);
      };
      return new Proxy(fail, { get: fail });
    },
  });

/**
 * Returns the declarations of all endpoints of the API, without opening a service: the OpenAPI document is
 * made of them, and the tables of who may call what. Their handlers cannot be called.
 */
export const apiEndpoints = (categories: Categories): readonly Declaration[] =>
  resourcesOf(onlyDeclaring(categories)).flatMap(({ endpoints, readsModels }) =>
    readsModels ? endpoints.map(refusedWithoutCopy) : endpoints,
  );
