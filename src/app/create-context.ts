import { randomUUID } from 'node:crypto';
import { createActivity } from '../modules/activity/activity.ts';
import { createAnnouncements } from '../modules/announcements/index.ts';
import type { Checkpoints } from '../modules/audit/checkpoints.ts';
import type { Catalog } from '../modules/catalog/catalog.ts';
import { knownModelsOf } from '../modules/catalog/known-models.ts';
import { createReadiness } from '../modules/catalog/readiness.ts';
import { createDrafts } from '../modules/drafts/drafts.ts';
import { createDeliveryLog } from '../modules/feed/delivery-log.ts';
import { createFeedStreams } from '../modules/feed/feed-streams.ts';
import { frameOf } from '../modules/feed/feed-tail.ts';
import { createFileRepairs } from '../modules/files/repair-files.ts';
import type { InboxServices } from '../modules/inbox/index.ts';
import { createDeletionRisk } from '../modules/insight/deletion-risk.ts';
import { createPopularity } from '../modules/insight/popularity.ts';
import { createSearch } from '../modules/insight/search.ts';
import { createStatistics } from '../modules/insight/statistics.ts';
import { createUsageHistory } from '../modules/insight/usage-history.ts';
import { createImportRuns } from '../modules/operations/import-runs.ts';
import { createApply } from '../modules/queue/apply.ts';
import { createBeta } from '../modules/queue/beta.ts';
import { createBringBack } from '../modules/queue/bring-back.ts';
import { createConversation } from '../modules/queue/conversation.ts';
import { createAssessDecided } from '../modules/queue/decided-risk.ts';
import { createDirectWrites } from '../modules/queue/direct-writes.ts';
import { measureDecisions } from '../modules/queue/metrics.ts';
import { createReview } from '../modules/queue/review.ts';
import { createRevise } from '../modules/queue/revise.ts';
import { createTakeBack } from '../modules/queue/take-back.ts';
import type { Replica } from '../modules/replica/replica.ts';
import { categories } from '../records/categories/index.ts';
import type { AppContext } from '../serving/context.ts';
import type { FollowedWrites } from './follow-writes.ts';
import type { Foundation } from './foundation.ts';
import type { Records } from './open-records.ts';
import type { Surroundings } from './open-surroundings.ts';
import type { Overrides } from './overrides.ts';
import type { ReviewAids } from './review-aids.ts';
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
    aids: ReviewAids;
    background: BackgroundWork;
    inboxes: InboxServices;
  },
  overrides: Overrides,
): AppContext {
  const { settings, clock, logger, store, identity, metrics, append } = base;
  const { metadata, catalog, proposals, groups } = parts.records;
  const { follower, feed, feedTail, hearing } = parts.followed;
  const { known, learnedElsewhere, usage, usageLevels, remoteFiles, styles } = parts.surroundings;
  const { policies, reviewViews } = parts.aids;
  const { instances, bridge } = parts.background;
  const { checkpoints, replica } = parts;
  const onDecided = measureDecisions(metrics);
  const assess = createAssessDecided(reviewViews.changeReview.risksAtHand, (err) =>
    logger.warn({ err }, 'the risk of what is decided is not known'),
  );
  return {
    settings,
    clock,
    logger,
    catalog,
    metadata,
    identity,
    metrics,
    proposals,
    directWrites: createDirectWrites({ store, clock, catalog, settings, append }),
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
    review: createReview({ store, clock, settings, append, policies, assess, onDecided }),
    conversation: createConversation({ store, clock, settings, append }),
    revise: createRevise({ store, clock, settings, append }),
    takeBack: createTakeBack({ store, clock, settings, append, assess, onDecided }),
    bringBack: createBringBack({ store, settings }),
    ...reviewViews,
    ...parts.inboxes,
    activity: createActivity({ store, clock }),
    apply: createApply({
      store,
      clock,
      catalog,
      settings,
      append: base.record,
      tell: base.tell,
      newId,
      policies,
      onApplied: onDecided,
    }),
    beta: createBeta({ store }),
    search: createSearch({ catalog, categories }),
    statistics: createStatistics({ catalog, clock, settings }),
    popularity: createPopularity({ catalog, source: usage }),
    deletionRisk: createDeletionRisk({ catalog, source: usage, clock, settings }),
    usageHealth: usage.health,
    ...(styles && { stylesStatus: styles.status }),
    usageHistory: createUsageHistory({ store }),
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

function newId(): string {
  return randomUUID().replaceAll('-', '');
}
