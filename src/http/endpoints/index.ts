import type { Resource } from '../answers/resource.ts';
import { consolePages } from './console.ts';
import { docs } from './docs.ts';
import { feedPages, feedStream } from './feed.ts';
import { me } from './me.ts';
import { metadataOf } from './metadata.ts';
import { pendingQueueOf } from './pending-queue.ts';
import { pendingQueueAuditOf } from './pending-queue-audit.ts';
import { search } from './search.ts';
import { probes, service } from './service.ts';
import { statistics } from './statistics.ts';
import { textGenerationAliases } from './text-generation-aliases.ts';
import { textGenerationFamilies } from './text-generation-families.ts';
import { textGenerationGroups } from './text-generation-groups.ts';
import { textGenerationNames } from './text-generation-names.ts';
import { v1Reads } from './v1-reads.ts';
import { v1Writes } from './v1-writes.ts';
import { v2Pending } from './v2-pending.ts';
import { v2Reads } from './v2-reads.ts';
import { v2Writes } from './v2-writes.ts';

/** Everything under the base path. A new resource is a file and a line here. */
export const apiResources: readonly Resource[] = [
  service,
  docs,
  me,
  v2Reads,
  search,
  statistics,
  v2Pending,
  v2Writes,
  textGenerationNames,
  textGenerationGroups,
  textGenerationAliases,
  textGenerationFamilies,
  pendingQueueOf('v2'),
  pendingQueueOf('v1'),
  pendingQueueAuditOf('v2'),
  pendingQueueAuditOf('v1'),
  metadataOf('v2'),
  metadataOf('v1'),
  feedPages,
  feedStream,
  v1Reads,
  v1Writes,
];

/** What lives outside the base path. */
export const outsideResources: readonly Resource[] = [probes, consolePages];

export const allResources: readonly Resource[] = [...apiResources, ...outsideResources];
