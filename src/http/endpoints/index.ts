import { inboxResources } from '../../modules/inbox/index.ts';
import { refuses } from '../openapi/errors.ts';
import { needsCopy } from '../replica-reads.ts';
import { type Declaration, isOperation } from '../routing/endpoint.ts';
import type { Pages, Resource } from '../routing/resource.ts';
import { search } from './insight/search.ts';
import { statistics } from './insight/statistics.ts';
import { metadataOf } from './metadata.ts';
import { pendingQueueAuditOf } from './queue/audit.ts';
import { pendingQueueOf } from './queue/changes.ts';
import { conversationOf } from './queue/conversation.ts';
import { takingBackOf } from './queue/taking-back.ts';
import { activity } from './service/activity.ts';
import { atomFeeds } from './service/atom-feeds.ts';
import { auditCheckpoint } from './service/audit-checkpoint.ts';
import { bridge } from './service/bridge.ts';
import { consolePages } from './service/console.ts';
import { docs } from './service/docs.ts';
import { githubWebhook } from './service/github-webhook.ts';
import { me } from './service/me.ts';
import { operations } from './service/operations.ts';
import { probes } from './service/probes.ts';
import { schemas } from './service/schemas.ts';
import { securityText } from './service/security-text.ts';
import { status } from './service/status.ts';
import { textGenerationAliases } from './text-generation/aliases.ts';
import { textGenerationFamilies } from './text-generation/families.ts';
import { textGenerationGroups } from './text-generation/groups.ts';
import { textGenerationNames } from './text-generation/names.ts';
import { v1Reads } from './v1/reads.ts';
import { v1Writes } from './v1/writes.ts';
import { v2Drafts } from './v2/drafts.ts';
import { feedPages, feedStream } from './v2/feed.ts';
import { files } from './v2/files.ts';
import { learnedFiles } from './v2/files-learned.ts';
import { v2Pending } from './v2/pending.ts';
import { v2Reads } from './v2/reads.ts';
import { v2Writes } from './v2/writes.ts';

/** The API. A new resource is a file and a line here; the order is that of the OpenAPI document. */
const resources: readonly Resource[] = [
  status,
  me,
  v2Reads,
  search,
  statistics,
  files,
  learnedFiles,
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
