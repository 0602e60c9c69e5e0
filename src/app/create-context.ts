import { createActivity } from '../modules/activity/index.ts';
import { createAnnouncements } from '../modules/announcements/index.ts';
import type { Checkpoints } from '../modules/audit/index.ts';
import { type Catalog, createReadiness, knownModelsOf } from '../modules/catalog/index.ts';
import { createDrafts } from '../modules/drafts/index.ts';
import { createDeliveryLog, createFeedStreams, frameOf } from '../modules/feed/index.ts';
import { createFileRepairs } from '../modules/files/index.ts';
import { openHistory } from '../modules/history/index.ts';
import type { InboxServices } from '../modules/inbox/index.ts';
import { openInsight } from '../modules/insight/index.ts';
import { createImportRuns } from '../modules/operations/index.ts';
import type { openQueue } from '../modules/queue/index.ts';
import type { Replica } from '../modules/replica/index.ts';
import { categories } from '../records/categories/index.ts';
import type { AppContext } from '../serving/context.ts';
import type { FollowedWrites } from './follow-writes.ts';
import type { Foundation } from './foundation.ts';
import type { Records } from './open-records.ts';
import type { Surroundings } from './open-surroundings.ts';
import type { Overrides } from './overrides.ts';
import type { BackgroundWork } from './start-background-work.ts';

/** All that endpoints work with. */
export function createContext(
  base: Foundation,
  parts: {
    records: Records;
    followed: FollowedWrites;
    replica: Replica | null;
    checkpoints: Checkpoints | null;
    surroundings: Surroundings;
    queue: ReturnType<typeof openQueue>;
    background: BackgroundWork;
    inboxes: InboxServices;
  },
  overrides: Overrides,
): AppContext {
  const { settings, clock, logger, store, identity, metrics } = base;
  const { metadata, catalog, proposals, groups } = parts.records;
  const { follower, feed, feedTail, hearing } = parts.followed;
  const { known, learnedElsewhere, usage, usageLevels, remoteFiles, styles } = parts.surroundings;
  const { changeReview } = parts.queue.services;
  const { instances, bridge } = parts.background;
  const { checkpoints, replica } = parts;
  return {
    settings,
    clock,
    logger,
    catalog,
    metadata,
    identity,
    metrics,
    groups,
    drafts: createDrafts({
      files: remoteFiles,
      categories,
      surroundings: () => surroundingsIn(catalog),
      perMinute: settings.draftsPerMinute,
      now: () => performance.now(),
    }),
    feed,
    feedStreams: createFeedStreams({ feed, tail: feedTail, frameOf }),
    announcements: createAnnouncements({
      store,
      usage: usageLevels,
      categories: categories.map(({ name }) => name),
      settings,
    }),
    readiness: createReadiness({
      store,
      follower,
      ...(replica && { replica }),
      cacheTtlSeconds: settings.cacheTtlSeconds,
      replicaMaxAgeSeconds: settings.replicaMaxAgeSeconds,
      onError: (err) => logger.warn({ err }, 'not ready: the database cannot be asked'),
    }),
    ...(checkpoints && { checkpoints }),
    ...(bridge && { bridge }),
    ...(replica && { replica }),
    ...(hearing && { hearing }),
    ...parts.queue.services,
    ...openHistory(base, { proposals, changeReview }),
    ...parts.inboxes,
    activity: createActivity({ store, clock }),
    ...openInsight(base, { catalog, usage }),
    ...(styles && { stylesStatus: styles.status }),
    instances,
    importRuns: createImportRuns({ store }),
    fileEvidence: known.evidence,
    ...(learnedElsewhere && { learnedElsewhere }),
    fileRepairs: createFileRepairs({ evidence: known.evidence, proposals }),
    ...(overrides.allowHost && { allowHost: overrides.allowHost }),
    shownSettings: overrides.shownSettings ?? [],
    deliveryLog: createDeliveryLog({ store, clock }),
    ...(overrides.demoAccounts && { demoAccounts: overrides.demoAccounts }),
  };
}

/** The live models of every category, as drafts compare themselves with them. */
function surroundingsIn(catalog: Catalog) {
  return categories.map((category) => ({
    known: knownModelsOf(catalog, category),
    get: (name: string) => catalog.snapshot('v2', category.name).get(name)?.record,
  }));
}
