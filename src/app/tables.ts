import { announcementsKeys } from '../modules/announcements/index.ts';
import { auditKeys } from '../modules/audit/index.ts';
import { bridgeKeys } from '../modules/bridge/index.ts';
import { catalogKeys } from '../modules/catalog/index.ts';
import { feedKeys } from '../modules/feed/index.ts';
import { filesKeys } from '../modules/files/index.ts';
import { inboxKeys } from '../modules/inbox/index.ts';
import { insightKeys } from '../modules/insight/index.ts';
import { leasesKeys } from '../modules/leases/index.ts';
import { namesKeys } from '../modules/names/index.ts';
import { queueKeys } from '../modules/queue/index.ts';
import { replicaKeys } from '../modules/replica/index.ts';
import { transferKeys } from '../modules/transfer/index.ts';

/** Every table with its key, in an order in which no row refers to one that is not there yet. */
export const copiedTables: readonly (readonly [table: string, key: readonly string[]])[] = [
  ...catalogKeys,
  ...queueKeys,
  ...auditKeys,
  ...namesKeys,
  ...feedKeys,
  ...leasesKeys,
  ...transferKeys,
  ...filesKeys,
  ...bridgeKeys,
  ...insightKeys,
  ...announcementsKeys,
  ...replicaKeys,
  ...inboxKeys,
];
