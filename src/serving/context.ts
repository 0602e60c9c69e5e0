import type { Logger } from 'pino';
import type { Bounds } from '../kernel/bounds.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Identity } from '../kernel/identity.ts';
import type { ReadyBody } from '../kernel/ready-body.ts';
import type { Categories } from '../records/categories/index.ts';
import type { Settings } from '../settings/settings.ts';
import type { EventStreams } from './event-streams.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Gate } from './requests/auth.ts';

/**
 * An account of a demo. Anyone may sign in with it, because a demo can be reached only from its own machine.
 */
export interface DemoAccount {
  readonly key: string;
  readonly username: string;
  /** Describes the account's permissions, such as `propose changes`. */
  readonly may: string;
}

/** The parts of the service that all endpoints use, such as the settings and the clock. */
export interface AppContext {
  readonly settings: Settings;
  readonly bounds: Bounds;
  readonly categories: Categories;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly identity: Identity;
  readonly metrics: Metrics;
  /** False if the store refuses every write, as on a standby. */
  readonly databaseWritable: boolean;
  /** Returns whether to serve requests for a host name. Undefined if all host names are served. */
  readonly allowHost?: (hostname: string) => boolean;
  /** Present only in a demo. */
  readonly demoAccounts?: readonly DemoAccount[];
}

/** The context of a handler: the app's context and the parts that the HTTP server adds. */
export interface RouteContext extends AppContext {
  readonly gate: Gate;
  readonly eventStreams: EventStreams;
  /** The OpenAPI document as JSON, created at the first call. */
  readonly openApi: () => Promise<ReadyBody>;
}
