import type { Logger } from 'pino';
import type { Clock } from '../kernel/clock.ts';
import type { Identity } from '../kernel/identity.ts';
import type { RemoteFiles } from '../outside/remote-files.ts';
import type { UsageSource } from '../outside/usage-source.ts';
import type { DemoAccount } from '../serving/context.ts';
import type { ShownSetting } from '../settings/read-settings.ts';
import type { Store } from '../store/store.ts';

/** What stands in for the real thing. The app does not close what it was given. */
export interface Overrides {
  readonly clock?: Clock;
  readonly store?: Store;
  readonly identity?: Identity;
  readonly usage?: UsageSource;
  readonly logger?: Logger;
  /** Where log lines go, for want of a logger. Default: standard output. */
  readonly logTo?: { write(line: string): void };
  /** Which `Host` headers are answered, by host name without port. Default: all. */
  readonly allowHost?: (hostname: string) => boolean;
  /** Accounts whose keys everybody may know, of a demo: the console offers to sign in as them. */
  readonly demoAccounts?: readonly DemoAccount[];
  /** What approvers are shown of the settings. Default: nothing. */
  readonly shownSettings?: readonly ShownSetting[];
  /** Files on other hosts. Default: those hosts, within the fence of `outside/guarded`. */
  readonly remoteFiles?: RemoteFiles;
  /** How often it is looked for files that are due, in milliseconds. Default: every second. */
  readonly fileChecksEveryMs?: number;
}
