import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../kernel/clock.ts';
import {
  type Advice,
  acceptCommit,
  type Bridge,
  type BridgeDesk,
  bridgeStatus,
  type ConfiguredRepository,
  createBridge,
  createSyncRequests,
  type SyncRequests,
} from '../modules/bridge/index.ts';
import { instanceLease } from '../modules/leases/index.ts';
import { createApply, createProposals, createReview, createTakeBack } from '../modules/queue/index.ts';
import { openGitRepository } from '../outside/git/git-repository.ts';
import { openGithub } from '../outside/github/github-host.ts';
import { categories } from '../records/categories/index.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { Trail } from './trail-of.ts';

/** How long nobody takes the bridge over from an instance that was killed, in milliseconds. */
const bridgeLeaseMs = 600_000;
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
    record,
    tell,
    advice,
    onDefect,
  }: {
    store: Store;
    clock: Clock;
    /** Called after a commit, with the categories that it changed. */
    refresh: (categories: Iterable<string>) => Promise<void>;
    advice?: Advice;
    /** Told of what the bridge throws and should not. */
    onDefect: (error: unknown) => void;
  } & Trail,
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
      apply: createApply({
        ...parts,
        append: record,
        tell,
        catalog: { refresh },
        newId: () => randomUUID().replaceAll('-', ''),
      }),
      takeBack: createTakeBack(parts),
    },
    linkTo:
      consoleUrl === null
        ? null
        : ({ category, name }: { category: string; name: string }) =>
            `${consoleUrl}/model/${category}?name=${encodeURIComponent(name)}`,
    ...(advice && { advice }),
    onDefect,
  };
  const repositories = settings.bridge.map((repository) => configured(settings, repository));
  const requests = createSyncRequests({ store, clock });
  return {
    bridge: createBridge(options, repositories),
    repositories,
    requests,
    lease,
    status: () => bridgeStatus(store, requests, repositories),
    accept: (repository, commit, by) => acceptCommit(options, repository, commit, by),
  };
}

function configured(settings: Settings, repository: Settings['bridge'][number]): ConfiguredRepository {
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
