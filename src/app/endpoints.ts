import { atomFeed } from '../modules/announcements/index.ts';
import { auditCheckpoint } from '../modules/audit/index.ts';
import { bridge } from '../modules/bridge/index.ts';
import { metadataOf, v1Reads, v2ReadsOf } from '../modules/catalog/index.ts';
import { v2Drafts } from '../modules/drafts/index.ts';
import { feedPages, feedStream } from '../modules/feed/index.ts';
import { files, modelFilesView } from '../modules/files/index.ts';
import { batchRevert, modelHistoryView, pendingQueueAuditOf } from '../modules/history/index.ts';
import { inboxResources } from '../modules/inbox/index.ts';
import { find, modelUsageView, search, statistics } from '../modules/insight/index.ts';
import { namesResources } from '../modules/names/index.ts';
import { me, operations, probes, status } from '../modules/operations/index.ts';
import { queueResources, v1Writes, v2Pending, v2Writes } from '../modules/queue/index.ts';
import { refusedWithoutCopy } from '../modules/replica/index.ts';
import { requests } from '../modules/requests/index.ts';
import type { Declaration } from '../serving/routing/endpoint.ts';
import type { Pages, Resource } from '../serving/routing/resource.ts';
import { consolePages, docs, schemas } from './pages/index.ts';

/** The resources of the API, in the order of the OpenAPI document. */
const resources: readonly Resource[] = [
  status,
  me,
  v2ReadsOf([modelHistoryView, modelFilesView, modelUsageView]),
  search,
  find,
  statistics,
  files,
  v2Pending,
  v2Drafts,
  v2Writes,
  ...namesResources,
  ...queueResources,
  ...inboxResources,
  requests,
  pendingQueueAuditOf('v2'),
  batchRevert,
  pendingQueueAuditOf('v1'),
  auditCheckpoint,
  operations,
  bridge,
  metadataOf('v2'),
  metadataOf('v1'),
  feedPages,
  feedStream,
  v1Reads,
  v1Writes,
];

/**
 * All endpoints of the API. The router, the OpenAPI document and the table of permissions are made from this
 * list.
 */
export const apiEndpoints: readonly Declaration[] = resources.flatMap(({ endpoints, readsModels }) =>
  readsModels ? endpoints.map(refusedWithoutCopy) : endpoints,
);

export const underBasePath: readonly (Resource | Pages)[] = [...resources, docs, schemas, atomFeed];

export const outsideBasePath: readonly Pages[] = [probes, consolePages];
