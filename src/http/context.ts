import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import type { Clock } from '../registry/clock.ts';
import type { Apply } from '../services/apply.ts';
import type { Beta } from '../services/beta.ts';
import type { Catalog } from '../services/catalog.ts';
import type { UsageHealth } from '../services/category-usage.ts';
import type { DeletionRisk } from '../services/deletion-risk.ts';
import type { DirectWrites } from '../services/direct-writes.ts';
import type { Feed } from '../services/feed.ts';
import type { FeedStreams } from '../services/feed-streams.ts';
import type { Follower } from '../services/follow-changes.ts';
import type { Freshness } from '../services/freshness.ts';
import type { Groups } from '../services/groups.ts';
import type { Metadata } from '../services/metadata.ts';
import type { Popularity } from '../services/popularity.ts';
import type { Proposals } from '../services/proposals.ts';
import type { ReadyBody } from '../services/ready-body.ts';
import type { Replica } from '../services/replica.ts';
import type { Review } from '../services/review.ts';
import type { ReviewViews } from '../services/review-views.ts';
import type { Search } from '../services/search.ts';
import type { Statistics } from '../services/statistics.ts';
import type { Store } from '../storage/store.ts';
import type { Gate, Identity } from './auth.ts';
import type { Checks } from './checks.ts';
import type { EventStreams } from './event-streams.ts';
import type { Metrics } from './metrics.ts';

export type { Identity } from './auth.ts';

/** What the composition root gives to the HTTP side. */
export interface AppContext extends ReviewViews {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store: Store;
  readonly catalog: Catalog;
  readonly proposals: Proposals;
  readonly directWrites: DirectWrites;
  readonly review: Review;
  readonly apply: Apply;
  readonly metadata: Metadata;
  readonly beta: Beta;
  readonly groups: Groups;
  readonly feed: Feed;
  readonly feedStreams: FeedStreams;
  readonly follower: Follower;
  /** Absent where what is in memory may be trusted: every write comes through this process, or is told to it. */
  readonly freshness?: Freshness;
  /** Only at a REPLICA. */
  readonly replica?: Pick<Replica, 'hasData' | 'lagSeconds' | 'status'>;
  readonly identity: Identity;
  readonly metrics: Metrics;
  readonly search: Search;
  readonly statistics: Statistics;
  readonly popularity: Popularity;
  readonly deletionRisk: DeletionRisk;
  readonly usageHealth: () => UsageHealth;
}

/** What a route file works with. */
export interface RouteContext extends AppContext {
  readonly gate: Gate;
  readonly checks: Checks;
  readonly eventStreams: EventStreams;
  /** The OpenAPI document as JSON, made when it is first asked for. */
  readonly openApi: () => Promise<ReadyBody>;
}
