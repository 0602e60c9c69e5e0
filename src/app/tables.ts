import { announcementsKeys } from '../modules/announcements/index.ts';
import { auditKeys } from '../modules/audit/tables.ts';
import { bridgeKeys } from '../modules/bridge/index.ts';
import { catalogKeys } from '../modules/catalog/tables.ts';
import { feedKeys } from '../modules/feed/tables.ts';
import { filesKeys } from '../modules/files/tables.ts';
import { inboxKeys } from '../modules/inbox/index.ts';
import { insightKeys } from '../modules/insight/tables.ts';
import { leasesKeys } from '../modules/leases/tables.ts';
import { namesKeys } from '../modules/names/tables.ts';
import { queueKeys } from '../modules/queue/tables.ts';
import { replicaKeys } from '../modules/replica/tables.ts';
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
