import { activity } from '../modules/activity/http.ts';
import { atomFeeds } from '../modules/announcements/http.ts';
import { auditCheckpoint } from '../modules/audit/http-checkpoint.ts';
import { bridge, githubWebhook } from '../modules/bridge/index.ts';
import { metadataOf } from '../modules/catalog/http-metadata.ts';
import { v1Reads } from '../modules/catalog/http-v1.ts';
import { v2ReadsOf } from '../modules/catalog/http-v2.ts';
import { v2Drafts } from '../modules/drafts/http.ts';
import { feedPages, feedStream } from '../modules/feed/http.ts';
import { files } from '../modules/files/http.ts';
import { modelFilesView } from '../modules/files/http-model-files.ts';
import { modelAtTime, modelHistoryView, pendingQueueAuditOf } from '../modules/history/index.ts';
import { inboxResources } from '../modules/inbox/index.ts';
import { modelUsageView } from '../modules/insight/http-model-usage.ts';
import { search } from '../modules/insight/http-search.ts';
import { statistics } from '../modules/insight/http-statistics.ts';
import { textGenerationAliases } from '../modules/names/http-aliases.ts';
import { textGenerationFamilies } from '../modules/names/http-families.ts';
import { textGenerationGroups } from '../modules/names/http-groups.ts';
import { textGenerationNames } from '../modules/names/http-names.ts';
import { operations } from '../modules/operations/http.ts';
import { me } from '../modules/operations/http-me.ts';
import { probes } from '../modules/operations/http-probes.ts';
import { status } from '../modules/operations/http-status.ts';
import { pendingQueueOf } from '../modules/queue/http.ts';
import { conversationOf } from '../modules/queue/http-conversation.ts';
import { v2Pending } from '../modules/queue/http-pending.ts';
import { takingBackOf } from '../modules/queue/http-taking-back.ts';
import { v1Writes } from '../modules/queue/http-v1-writes.ts';
import { v2Writes } from '../modules/queue/http-v2-writes.ts';
import { needsCopy } from '../modules/replica/http-reads.ts';
import { refuses } from '../serving/openapi/errors.ts';
import { type Declaration, isOperation } from '../serving/routing/endpoint.ts';
import type { Pages, Resource } from '../serving/routing/resource.ts';
import { consolePages } from './pages/console.ts';
import { docs } from './pages/docs.ts';
import { schemas } from './pages/schemas.ts';
import { securityText } from './pages/security-text.ts';

/** The API. A new resource is a file and a line here; the order is that of the OpenAPI document. */
const resources: readonly Resource[] = [
  status,
  me,
  v2ReadsOf(modelAtTime, [modelHistoryView, modelFilesView, modelUsageView]),
  search,
  statistics,
  files,
  v2Pending,
  v2Drafts,
  v2Writes,
  textGenerationNames,
  textGenerationGroups,
  textGenerationAliases,
  textGenerationFamilies,
  pendingQueueOf('v2'),
  pendingQueueOf('v1'),
  conversationOf('v2'),
  conversationOf('v1'),
  takingBackOf('v2'),
  takingBackOf('v1'),
  ...inboxResources,
  pendingQueueAuditOf('v2'),
  pendingQueueAuditOf('v1'),
  auditCheckpoint,
  operations,
  activity,
  bridge,
  metadataOf('v2'),
  metadataOf('v1'),
  feedPages,
  feedStream,
  v1Reads,
  v1Writes,
];

/** Every endpoint that the router, the OpenAPI document and the table of who may write are made of. */
export const apiEndpoints: readonly Declaration[] = resources.flatMap(({ endpoints, readsModels }) =>
  readsModels ? endpoints.map(refusedWithoutCopy) : endpoints,
);

/** Its description with the answer of a replica that has no copy. */
function refusedWithoutCopy(endpoint: Declaration): Declaration {
  if (!isOperation(endpoint) || endpoint.method !== 'get' || !needsCopy(endpoint.path)) return endpoint;
  return { ...endpoint, answers: { ...refuses(503), ...endpoint.answers } };
}

/** Everything under the base path. */
export const underBasePath: readonly (Resource | Pages)[] = [
  ...resources,
  docs,
  schemas,
  atomFeeds,
  githubWebhook,
];

/** What lives outside the base path. */
export const outsideBasePath: readonly Pages[] = [probes, securityText, consolePages];
