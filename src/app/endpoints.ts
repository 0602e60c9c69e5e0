import { atomFeed } from '../modules/announcements/http.ts';
import { auditCheckpoint } from '../modules/audit/http.ts';
import { bridge } from '../modules/bridge/http.ts';
import { metadataOf } from '../modules/catalog/http-metadata.ts';
import { v1Reads } from '../modules/catalog/http-v1.ts';
import { v2Reads } from '../modules/catalog/http-v2.ts';
import { v2Drafts } from '../modules/drafts/http.ts';
import { licenseFilling } from '../modules/drafts/http-licenses.ts';
import { feedPages, feedStream } from '../modules/feed/http.ts';
import { files, modelFilesView } from '../modules/files/http.ts';
import { guidanceReads, guidanceWrites } from '../modules/guidance/http.ts';
import {
  batchRevert,
  modelHistoryView,
  pendingQueueAuditOf,
  registryTrendsOf,
} from '../modules/history/http.ts';
import { imageBaselineReads, imageBaselineWrites } from '../modules/image-baselines/http.ts';
import { inboxResources } from '../modules/inbox/http.ts';
import { find } from '../modules/insight/http-find.ts';
import { search } from '../modules/insight/http-search.ts';
import { statistics } from '../modules/insight/http-statistics.ts';
import { modelUsageView } from '../modules/insight/http-usage.ts';
import { licensingReads, licensingWrites } from '../modules/licensing/http.ts';
import { namesResources } from '../modules/names/http.ts';
import { operations } from '../modules/operations/http.ts';
import { me, probes, status } from '../modules/operations/http-status.ts';
import { pictures } from '../modules/pictures/http.ts';
import { queueResources } from '../modules/queue/http.ts';
import { v1Writes } from '../modules/queue/http-v1-writes.ts';
import { v2Pending, v2Writes } from '../modules/queue/http-v2-writes.ts';
import { addRefusalWithoutCopy } from '../modules/replica/http.ts';
import { requests } from '../modules/requests/http.ts';
import type { Categories } from '../records/categories/index.ts';
import type { Declaration } from '../serving/routing/endpoint.ts';
import type { Pages, Resource } from '../serving/routing/resource.ts';
import type { Services } from './open-services.ts';
import { consolePages, docs, schemas } from './pages/index.ts';

/** The resources of the API, in the order of the OpenAPI document. */
const createResources = (services: Services): readonly Resource[] => [
  status(services),
  me,
  v2Reads(services, [modelHistoryView(services), modelFilesView(services), modelUsageView(services)]),
  imageBaselineReads(services),
  imageBaselineWrites(services),
  guidanceReads(services),
  guidanceWrites(services),
  licensingReads(services),
  licensingWrites(services),
  search(services),
  find(services),
  statistics(services),
  registryTrendsOf(services),
  files(services),
  v2Pending(services),
  v2Drafts(services),
  licenseFilling(services),
  v2Writes(services),
  ...namesResources(services),
  ...queueResources(services),
  ...inboxResources(services),
  requests(services),
  pendingQueueAuditOf(services, 'v2'),
  batchRevert(services),
  pendingQueueAuditOf(services, 'v1'),
  auditCheckpoint(services),
  operations(services),
  bridge(services),
  metadataOf(services, 'v2'),
  metadataOf(services, 'v1'),
  feedPages(services),
  feedStream(services),
  v1Reads(services),
  v1Writes(services),
];

/** Returns the resources of the API and the pages that the server serves, by the prefix of their paths. */
export const createServedResources = (services: Services) => ({
  underBasePath: [
    ...createResources(services),
    docs,
    schemas,
    atomFeed(services),
    pictures(services),
  ] satisfies (Resource | Pages)[],
  outsideBasePath: [probes(services), consolePages] satisfies Pages[],
});

/**
 * Returns a placeholder for the services, with which endpoints can be declared but not called. A declaration
 * may destructure a service, as in `({ feed }) => …`, but any use of the service throws. Only `categories` is
 * real.
 */
const createPlaceholderServices = (categories: Categories) =>
  new Proxy({ categories } as Services, {
    get(target, name) {
      if (name === 'categories') return target.categories;
      const fail = (): never => {
        throw new Error(`Service ${String(name)} is not available while endpoints are declared.`);
      };
      return new Proxy(fail, { get: fail });
    },
  });

/**
 * Returns the declarations of all endpoints of the API, without opening a service, for the OpenAPI document
 * and the tables of access rules. Their handlers cannot be called.
 */
export const declareApiEndpoints = (categories: Categories): readonly Declaration[] =>
  createResources(createPlaceholderServices(categories)).flatMap(({ endpoints, readsModels }) =>
    readsModels ? endpoints.map(addRefusalWithoutCopy) : endpoints,
  );
