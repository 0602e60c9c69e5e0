import type { Logger } from 'pino';
import type { Clock } from '../kernel/clock.ts';
import type { ReadyBody } from '../kernel/ready-body.ts';
import type { Activity } from '../modules/activity/activity.ts';
import type { Announcements } from '../modules/announcements/announcements.ts';
import type { Checkpoints } from '../modules/audit/checkpoints.ts';
import type { BridgeDesk } from '../modules/bridge/bridge-status.ts';
import type { Catalog } from '../modules/catalog/catalog.ts';
import type { Freshness } from '../modules/catalog/freshness.ts';
import type { Hearing } from '../modules/catalog/hearing.ts';
import type { Metadata } from '../modules/catalog/metadata.ts';
import type { Readiness } from '../modules/catalog/readiness.ts';
import type { Drafts } from '../modules/drafts/drafts.ts';
import type { DeliveryLog } from '../modules/feed/delivery-log.ts';
import type { Feed } from '../modules/feed/feed.ts';
import type { FeedStreams } from '../modules/feed/feed-streams.ts';
import type { FileEvidenceViews } from '../modules/files/file-evidence.ts';
import type { FileRepairs } from '../modules/files/repair-files.ts';
import type { InboxServices } from '../modules/inbox/index.ts';
import type { DeletionRisk } from '../modules/insight/deletion-risk.ts';
import type { Popularity } from '../modules/insight/popularity.ts';
import type { Search } from '../modules/insight/search.ts';
import type { Statistics } from '../modules/insight/statistics.ts';
import type { StyleUses } from '../modules/insight/style-uses.ts';
import type { UsageHistory } from '../modules/insight/usage-history/usage-history.ts';
import type { Groups } from '../modules/names/groups.ts';
import type { ImportRuns } from '../modules/operations/import-runs.ts';
import type { Instances } from '../modules/operations/instances.ts';
import type { Apply } from '../modules/queue/apply.ts';
import type { Beta } from '../modules/queue/beta.ts';
import type { BringBack } from '../modules/queue/bring-back.ts';
import type { Conversation } from '../modules/queue/conversation.ts';
import type { DirectWrites } from '../modules/queue/direct-writes.ts';
import type { Proposals } from '../modules/queue/proposals.ts';
import type { Review } from '../modules/queue/review.ts';
import type { ReviewViews } from '../modules/queue/review-views.ts';
import type { Revise } from '../modules/queue/revise.ts';
import type { TakeBack } from '../modules/queue/take-back.ts';
import type { EvidenceCopy } from '../modules/replica/follow-evidence.ts';
import type { Replica } from '../modules/replica/replica.ts';
import type { Identity } from '../outside/identity.ts';
import type { UsageHealth } from '../outside/usage-source.ts';
import type { Metrics } from '../serving/metrics/metrics.ts';
import type { Gate } from '../serving/requests/auth.ts';
import type { EventStreams } from '../serving/streams/event-streams.ts';
import type { Settings } from '../settings/settings.ts';
import type { ShownSetting } from '../settings/shown-settings.ts';

/** Somebody as whom everybody may sign in: of a demo, which only its own machine can reach. */
export interface DemoAccount {
  readonly key: string;
  readonly username: string;
  /** What they may do, for people: `propose changes`. */
  readonly may: string;
}

/** What the composition root gives to the HTTP side. */
export interface AppContext extends ReviewViews, InboxServices {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly catalog: Catalog;
  readonly proposals: Proposals;
  readonly directWrites: DirectWrites;
  readonly review: Review;
  readonly takeBack: TakeBack;
  readonly conversation: Conversation;
  readonly revise: Revise;
  readonly bringBack: BringBack;
  readonly activity: Activity;
  readonly apply: Apply;
  readonly metadata: Metadata;
  readonly beta: Beta;
  readonly drafts: Drafts;
  readonly groups: Groups;
  readonly feed: Feed;
  readonly feedStreams: FeedStreams;
  readonly announcements: Announcements;
  readonly readiness: Readiness;
  /**
   * Absent where what is in memory may be trusted: every write comes through this process, or is told to it.
   */
  readonly freshness?: Freshness;
  /** Only where there is an audit trail: not at a REPLICA. */
  readonly checkpoints?: Checkpoints;
  /** Only where instances notify each other over connections, on PostgreSQL. */
  readonly hearing?: Pick<Hearing, 'problem'>;
  /** Only at a REPLICA. */
  readonly replica?: Pick<Replica, 'hasData' | 'lagSeconds' | 'status'>;
  /** Only where public repositories are kept in step: at a PRIMARY whose settings name some. */
  readonly bridge?: BridgeDesk;
  readonly identity: Identity;
  readonly metrics: Metrics;
  readonly search: Search;
  readonly statistics: Statistics;
  readonly popularity: Popularity;
  readonly deletionRisk: DeletionRisk;
  readonly usageHealth: () => UsageHealth;
  readonly usageHistory: UsageHistory;
  readonly instances: Pick<Instances, 'list'>;
  readonly importRuns: ImportRuns;
  /** Absent where no styles are read. */
  readonly stylesStatus?: StyleUses['status'];
  readonly fileEvidence: FileEvidenceViews;
  /** Only at a REPLICA with a primary: where what is known of files comes from. */
  readonly learnedElsewhere?: EvidenceCopy;
  readonly fileRepairs: FileRepairs;
  /** Which `Host` headers are answered, by host name; absent: all. */
  readonly allowHost?: (hostname: string) => boolean;
  /** The settings as approvers may see them. */
  readonly shownSettings: readonly ShownSetting[];
  readonly deliveryLog: DeliveryLog;
  /** Only in a demo. */
  readonly demoAccounts?: readonly DemoAccount[];
}

/** What endpoints work with. */
export interface RouteContext extends AppContext {
  readonly gate: Gate;
  readonly eventStreams: EventStreams;
  /** The OpenAPI document as JSON, made when it is first asked for. */
  readonly openApi: () => Promise<ReadyBody>;
}
