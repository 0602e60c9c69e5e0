import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../kernel/clock.ts';
import { startRepeatedTask } from '../../kernel/concurrency/repeatedly.ts';
import { openGitRepository } from '../../outside/git-repository.ts';
import { openGithub } from '../../outside/github.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { Trail } from '../audit/index.ts';
import type { ModuleContext } from '../base.ts';
import { createInstanceLease } from '../leases/index.ts';
import { createApply, createProposals, createReview, createTakeBack } from '../queue/index.ts';
import {
  type Bridge,
  bridgeLeaseMs,
  type ConfiguredRepository,
  createBridge,
  createSyncSchedule,
  type SyncOutcome,
} from './bridge.ts';
import { acceptCommit, acknowledgeProblems, type BridgeActions, bridgeStatus } from './bridge-state.ts';
import { measureBridge } from './metrics.ts';
import { orderLiveModels } from './order-live-models.ts';
import type { Advice } from './pull-request-report.ts';
import { createSyncRequests, type SyncRequests } from './sync-requests.ts';

const gitTimeoutMs = { network: 120_000, local: 60_000 };
const hostTimes = { timeoutMs: 20_000, writesEveryMs: 1_000 };

export interface OpenedBridge extends BridgeActions {
  readonly bridge: Bridge;
  readonly requests: SyncRequests;
  readonly lease: ReturnType<typeof createInstanceLease>;
}

/** Creates the bridge to the public repositories in the settings. Does not start a sync. */
export function openBridge(
  settings: Settings,
  {
    store,
    categories,
    clock,
    refresh,
    append,
    advice,
    onDefect,
  }: {
    store: Store;
    categories: Categories;
    clock: Clock;
    /** Called after a database transaction, with the changed categories. */
    refresh: (categories: Iterable<string>) => Promise<void>;
    advice?: Advice;
    /** Called with errors that are bugs in the bridge. */
    onDefect: (error: unknown) => void;
  } & Trail,
): OpenedBridge {
  const parts = { store, categories, clock, settings, append };
  const { bridgeConsoleUrl: consoleUrl } = settings;
  const lease = createInstanceLease({
    store,
    name: 'bridge',
    holder: randomUUID(),
    durationMs: bridgeLeaseMs,
    now: () => performance.now(),
  });
  const options = {
    store,
    clock,
    categories,
    renewLease: () => lease.ensureHeld(),
    queue: {
      proposals: createProposals(parts),
      // If the operator trusts a repository, the bridge approves its own proposals.
      review: createReview(parts),
      apply: createApply({
        ...parts,
        catalog: { refresh },
        newId: () => randomUUID().replaceAll('-', ''),
      }),
      takeBack: createTakeBack(parts),
    },
    order: orderLiveModels({ store, clock, refresh, append, settings }),
    linkTo:
      consoleUrl === null
        ? null
        : ({ category, name }: { category: string; name: string }) =>
            `${consoleUrl}/model/${category}?name=${encodeName(name)}`,
    ...(advice && { advice }),
    onDefect,
  };
  const repositories = settings.bridge.map((repository) => configureRepository(settings, repository));
  const requests = createSyncRequests({ store, clock });
  return {
    bridge: createBridge(options, repositories),
    repositories,
    requests,
    lease,
    status: () => bridgeStatus(store, requests, repositories),
    acknowledge: (repository) => acknowledgeProblems(store, repository),
    accept: (repository, commit, userId) => acceptCommit(options, repository, commit, userId),
  };
}

/**
 * Encodes a model's name for a URL, including the characters that Markdown would interpret as the end of the
 * URL.
 */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /[!'()*_~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Returns the base URL of the REST API of a repository's host, which is github.com or a GitHub Enterprise
 * server.
 */
function apiUrlOf({ protocol, hostname, origin }: URL): string {
  if (protocol === 'file:' || hostname === 'github.com') return 'https://api.github.com';
  return `${/^https?:$/.test(protocol) ? origin : `https://${hostname}`}/api/v3`;
}

function configureRepository(
  settings: Settings,
  repository: Settings['bridge'][number],
): ConfiguredRepository {
  const { kind, url, github, branch, policy, out } = repository;
  const [owner = '', repo = ''] = github?.split('/') ?? [];
  const { bridgeToken: token } = settings;
  const pulls =
    github === null || token === null
      ? null
      : openGithub({ owner, repo, apiUrl: apiUrlOf(new URL(url)), token, ...hostTimes });
  return {
    ...repository,
    name: kind,
    open: async () => {
      const content = await openGitRepository({
        url,
        directory: join(settings.bridgeDirectory, kind),
        token,
        timeoutMs: gitTimeoutMs,
      });
      return { name: kind, kind, branch, policy, out, content, pulls };
    },
  };
}

/** Interval, in ms, at which to check whether a sync is due or requested. */
const checkEveryMs = 1_000;

/**
 * Syncs the repositories at the configured interval and soon after a request, and counts the syncs in the
 * metrics. Only the instance that holds the lease syncs. Starts nothing and returns null if this instance is
 * a REPLICA or a standby, or if the settings contain no repository.
 *
 * @param stack stops the syncs when it is disposed
 */
export function startBridge(
  { settings, logger, metrics, ...parts }: ModuleContext & Omit<Parameters<typeof openBridge>[1], 'onDefect'>,
  stack: AsyncDisposableStack,
): BridgeActions | null {
  if (settings.bridge.length === 0 || settings.replicateMode !== 'PRIMARY' || !parts.store.writable)
    return null;
  const onDefect = (err: unknown) => logger.error({ err }, 'unexpected error in the bridge');
  const openedBridge = openBridge(settings, { ...parts, onDefect });
  const countSync = measureBridge(metrics, openedBridge.status);
  const { step } = createSyncSchedule({
    ...openedBridge,
    everyMs: settings.bridgeIntervalSeconds * 1000,
    now: () => performance.now(),
  });
  const task = startRepeatedTask(checkEveryMs, {
    work: async () => {
      for (const outcome of await step()) {
        countSync(outcome.repository, outcome.error === undefined ? 'ok' : 'failed');
        logOutcome(logger, outcome);
      }
      return false;
    },
    onError: (err) => logger.error({ err }, 'bridge: cannot sync the public repositories'),
  });
  stack.defer(async () => {
    await task.stop();
    await openedBridge.lease.release();
  });
  return openedBridge;
}

function logOutcome(logger: Logger, { repository, report, error }: SyncOutcome): void {
  if (error !== undefined) logger.warn({ repository }, `bridge: sync of this repository failed: ${error}`);
  else if (report.proposed.length > 0 || report.sent?.pushed) {
    const { proposed, outgoing, conflicts } = report;
    const counts = { taken: proposed.length, sent: outgoing.length, conflicts: conflicts.length };
    logger.info({ repository, ...counts }, 'bridge: synced this repository');
  }
}
