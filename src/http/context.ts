import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import type { ShownSetting } from '../config/shown-settings.ts';
import type { InboxServices } from '../modules/inbox/index.ts';
import type { Clock } from '../registry/clock.ts';
import type { Activity } from '../services/activity/activity.ts';
import type { Announcements } from '../services/announcements/announcements.ts';
import type { Checkpoints } from '../services/audit/checkpoints.ts';
import type { BridgeDesk } from '../services/bridge/bridge-status.ts';
import type { Catalog } from '../services/catalog/catalog.ts';
import type { Freshness } from '../services/catalog/freshness.ts';
import type { Hearing } from '../services/catalog/hearing.ts';
import type { Metadata } from '../services/catalog/metadata.ts';
import type { Readiness } from '../services/catalog/readiness.ts';
import type { ReadyBody } from '../services/catalog/ready-body.ts';
import type { Drafts } from '../services/drafts/drafts.ts';
import type { DeliveryLog } from '../services/feed/delivery-log.ts';
import type { Feed } from '../services/feed/feed.ts';
import type { FeedStreams } from '../services/feed/feed-streams.ts';
import type { FileEvidenceViews } from '../services/files/file-evidence.ts';
import type { FileRepairs } from '../services/files/repair-files.ts';
import type { Groups } from '../services/groups/groups.ts';
import type { DeletionRisk } from '../services/insight/deletion-risk.ts';
import type { Popularity } from '../services/insight/popularity.ts';
import type { Search } from '../services/insight/search.ts';
import type { Statistics } from '../services/insight/statistics.ts';
import type { StyleUses } from '../services/insight/style-uses.ts';
import type { ImportRuns } from '../services/operations/import-runs.ts';
import type { Instances } from '../services/operations/instances.ts';
import type { Identity } from '../services/ports/identity.ts';
import type { UsageHealth } from '../services/ports/usage-source.ts';
import type { Apply } from '../services/queue/apply.ts';
import type { Beta } from '../services/queue/beta.ts';
import type { BringBack } from '../services/queue/bring-back.ts';
import type { Conversation } from '../services/queue/conversation.ts';
import type { DirectWrites } from '../services/queue/direct-writes.ts';
import type { Proposals } from '../services/queue/proposals.ts';
import type { Review } from '../services/queue/review.ts';
import type { ReviewViews } from '../services/queue/review-views.ts';
import type { Revise } from '../services/queue/revise.ts';
import type { TakeBack } from '../services/queue/take-back.ts';
import type { EvidenceCopy } from '../services/replica/follow-evidence.ts';
import type { Replica } from '../services/replica/replica.ts';
import type { UsageHistory } from '../services/usage-history/usage-history.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Gate } from './requests/auth.ts';
import type { EventStreams } from './streams/event-streams.ts';

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
