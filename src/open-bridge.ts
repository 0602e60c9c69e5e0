import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { repeatedly } from './concurrency/repeatedly.ts';
import type { BridgeSettings, Settings } from './config/settings.ts';
import { categories } from './registry/categories/index.ts';
import type { Clock } from './registry/clock.ts';
import type { AppendEvents } from './services/audit/append-events.ts';
import {
  type Bridge,
  type ConfiguredRepository,
  createBridge,
  type SyncOutcome,
} from './services/bridge/bridge.ts';
import { type BridgeDesk, bridgeStatus } from './services/bridge/bridge-status.ts';
import type { Advice } from './services/bridge/pull-request-report.ts';
import { createRounds } from './services/bridge/rounds.ts';
import { createSyncRequests, type SyncRequests } from './services/bridge/sync-requests.ts';
import { instanceLease } from './services/leases/instance-lease.ts';
import type { Store } from './services/ports/store/store.ts';
import { createApply } from './services/queue/apply.ts';
import { createProposals } from './services/queue/proposals.ts';
import { createReview } from './services/queue/review.ts';
import { createTakeBack } from './services/queue/take-back.ts';
import { openGitRepository } from './upstream/git/git-repository.ts';
import { openGithub } from './upstream/github/github-host.ts';

/** How long nobody takes the bridge over from an instance that was killed, in milliseconds. */
const bridgeLeaseMs = 600_000;
/** How often it is looked whether it is time to sync, or somebody asks for it, in milliseconds. */
const lookEveryMs = 1_000;
/** How long git may take, in milliseconds. */
const gitTimeoutMs = { network: 120_000, local: 60_000 };
/** How long the API of a host may take, and how far apart writes there are, in milliseconds. */
const hostTimes = { timeoutMs: 20_000, writesEveryMs: 1_000 };

/** The bridge to the repositories that the settings name. */
export interface OpenedBridge extends BridgeDesk {
  readonly bridge: Bridge;
  readonly requests: SyncRequests;
  readonly lease: ReturnType<typeof instanceLease>;
}

/** Keeps the public repositories that the settings name in step with the registry. */
export function openBridge(
  settings: Settings,
  {
    store,
    clock,
    refresh,
    append,
    advice,
  }: {
    store: Store;
    clock: Clock;
    /** Called after a commit, with the categories that it changed. */
    refresh: (categories: Iterable<string>) => Promise<void>;
    append: AppendEvents;
    advice?: Advice;
  },
): OpenedBridge {
  const parts = { store, clock, settings, append };
  const { bridgeConsoleUrl: consoleUrl } = settings;
  const lease = instanceLease({
    store,
    name: 'bridge',
    holder: randomUUID(),
    forMs: bridgeLeaseMs,
    now: () => performance.now(),
  });
  const options = {
    store,
    clock,
    categories,
    held: () => lease.held(),
    queue: {
      proposals: createProposals(parts),
      // Whoever trusts a repository lets the bridge approve what it proposes.
      review: createReview({ ...parts, settings: { ...settings, reviewPolicy: 'any' } }),
      apply: createApply({ ...parts, catalog: { refresh }, newId: () => randomUUID().replaceAll('-', '') }),
      takeBack: createTakeBack(parts),
    },
    linkTo:
      consoleUrl === null
        ? null
        : ({ category, name }: { category: string; name: string }) =>
            `${consoleUrl}/model/${category}?name=${encodeURIComponent(name)}`,
    ...(advice && { advice }),
  };
  const repositories = settings.bridge.map((repository) => configured(settings, repository));
  const requests = createSyncRequests({ store, clock });
  return {
    bridge: createBridge(options, repositories),
    repositories,
    requests,
    lease,
    status: () => bridgeStatus(store, requests, repositories),
  };
}

function configured(settings: Settings, repository: BridgeSettings): ConfiguredRepository {
  const { kind, url, github, branch, policy, out } = repository;
  const [owner = '', repo = ''] = github?.split('/') ?? [];
  const { bridgeToken: token, bridgeApp: app } = settings;
  const byToken = token === null ? null : { token };
  const auth = app ? { appId: app.id, privateKey: app.key } : byToken;
  const host =
    github === null || auth === null
      ? null
      : openGithub({ owner, repo, apiUrl: settings.bridgeGithubApi, auth, ...hostTimes });
  return {
    ...repository,
    name: kind,
    open: async () => {
      const content = await openGitRepository({
        url,
        directory: join(settings.bridgeDirectory, kind),
        token: host ? host.token : token === null ? null : async () => token,
        timeoutMs: gitTimeoutMs,
      });
      return { name: kind, kind, branch, policy, out, content, pulls: host?.pulls ?? null };
    },
  };
}

/** Syncs again and again, and soon when somebody asks, in the one instance that holds the lease. */
export function startBridge(
  settings: Pick<Settings, 'bridgeIntervalSeconds'>,
  opened: OpenedBridge,
  {
    logger,
    onSync,
  }: {
    logger: Logger;
    /** Told of each repository that was synced, or could not be. */
    onSync: (outcome: SyncOutcome) => void;
  },
): { stop(): Promise<void> } {
  const { step } = createRounds({
    ...opened,
    everyMs: settings.bridgeIntervalSeconds * 1000,
    now: () => performance.now(),
  });
  const task = repeatedly(lookEveryMs, {
    work: async () => {
      for (const outcome of await step()) {
        onSync(outcome);
        logOutcome(logger, outcome);
      }
      return false;
    },
    onError: (err) => logger.error({ err }, 'the bridge could not sync'),
  });
  return {
    stop: async () => {
      await task.stop();
      await opened.lease.release();
    },
  };
}

function logOutcome(logger: Logger, { repository, report, error }: SyncOutcome): void {
  if (error !== undefined) logger.warn({ repository }, `the bridge could not sync: ${error}`);
  else if (report.proposed.length > 0 || report.sent?.pushed) {
    const { proposed, outgoing, conflicts } = report;
    const counts = { taken: proposed.length, sent: outgoing.length, conflicts: conflicts.length };
    logger.info({ repository, ...counts }, 'the bridge has synced');
  }
}
