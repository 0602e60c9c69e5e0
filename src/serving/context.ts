import type { Logger } from 'pino';
import type { Clock } from '../kernel/clock.ts';
import type { Identity } from '../kernel/identity.ts';
import type { ReadyBody } from '../kernel/ready-body.ts';
import type { ShownSetting } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import type { EventStreams } from './event-streams.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Gate } from './requests/auth.ts';

/** An account of a demo, as which everybody may sign in: only its own machine can reach a demo. */
export interface DemoAccount {
  readonly key: string;
  readonly username: string;
  /** The account's rights in words, e.g. `propose changes`. */
  readonly may: string;
}

/** The parts of the service that endpoints use. Each module adds those that its own endpoints need (`http*.ts`). */
export interface AppContext {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly identity: Identity;
  readonly metrics: Metrics;
  /** False where the database is a standby: every write is refused. */
  readonly databaseWritable: boolean;
  /** Decides which `Host` headers are answered, by host name; undefined: all. */
  readonly allowHost?: (hostname: string) => boolean;
  /** Settings as approvers may see them, without secrets. */
  readonly shownSettings: readonly ShownSetting[];
  /** Only in a demo. */
  readonly demoAccounts?: readonly DemoAccount[];
}

/** The context that a handler gets: that of the app, and what the HTTP server itself keeps. */
export interface RouteContext extends AppContext {
  readonly gate: Gate;
  readonly eventStreams: EventStreams;
  /** The OpenAPI document as JSON, made when it is first asked for. */
  readonly openApi: () => Promise<ReadyBody>;
}
