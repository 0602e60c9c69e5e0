import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import { SingleFlight } from '../../kernel/concurrency/shared-runs.ts';
import { withTimeout } from '../../kernel/deadline.ts';
import { OutageError } from '../../kernel/errors.ts';
import { isNearlyFull, readDiskSpace } from '../../kernel/files/disk-space.ts';
import type { Identity } from '../../kernel/identity.ts';
import type { Settings } from '../../settings/settings.ts';
import { sqliteFile } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import type { BridgeActions } from '../bridge/index.ts';
import type { Publisher } from '../edition/index.ts';
import type { ReplicaStatus } from '../replica/index.ts';

/** The parts that an instance may have, in display order. */
export const partNames = ['database', 'identity', 'usage', 'primary', 'bridge', 'edition', 'disk'] as const;

export type PartName = (typeof partNames)[number];

export interface PartHealth {
  readonly part: PartName;
  /** The problem of the part, as a sentence; null when it has no problem. */
  readonly problem: string | null;
  /** Unix seconds of the check that first found the current state: a problem, or no problem. */
  readonly since: number;
}

/**
 * Checks a part. Returns the part's problem as a sentence; null when it has none. Returns undefined when the
 * check is inconclusive. The result of the previous check then stays.
 */
export type PartCheck = () => string | null | undefined | Promise<string | null | undefined>;

/**
 * Timeout of the check of one part, in milliseconds. A check that takes longer is reported as a problem of
 * the part.
 */
const probeTimeoutMs = 2_000;

/** Checks the parts of an instance, and stores the latest result for each part. */
export function createHealth(checkByPart: ReadonlyMap<PartName, PartCheck>, clock: Clock) {
  const healthByPart = new Map<PartName, PartHealth>();
  const checks = new SingleFlight<void>();
  const checkPart = async (part: PartName, findProblem: PartCheck): Promise<void> => {
    const outcome = await withTimeout(
      probeTimeoutMs,
      Promise.resolve()
        .then(findProblem)
        .then((problem) => ({ problem })),
    );
    const previousHealth = healthByPart.get(part);
    const problem = outcome ? outcome.problem : 'The check timed out.';
    if (problem === undefined) return;
    const isSameState = previousHealth && (previousHealth.problem === null) === (problem === null);
    healthByPart.set(part, { part, problem, since: isSameState ? previousHealth.since : clock.now() });
  };
  return {
    /** Checks all parts concurrently. Resolves within seconds, because slow checks time out. */
    check: () =>
      checks.run('all', async () => {
        await Promise.all([...checkByPart].map(([part, problemOf]) => checkPart(part, problemOf)));
      }),
    parts: (): readonly PartHealth[] => partNames.flatMap((part) => healthByPart.get(part) ?? []),
  };
}

/** Lists the parts that this instance has, each with the function that checks it. */
export function listPartChecks({
  settings,
  store,
  identity,
  usage,
  replica,
  bridge,
  edition,
}: {
  readonly settings: Settings;
  readonly store: Pick<Store, 'ping'>;
  readonly identity: Identity;
  readonly usage: { health(): { readonly degraded: boolean; readonly consecutive_failures: number } };
  readonly replica: { status(): Pick<ReplicaStatus, 'problem'> } | null;
  readonly bridge: Pick<BridgeActions, 'status'> | null;
  readonly edition: Pick<Publisher, 'problem'> | null;
}): ReadonlyMap<PartName, PartCheck> {
  const folders = listWritableFolders(settings);
  const checkByPart = new Map<PartName, PartCheck>();
  checkByPart.set('database', () =>
    store.ping().then(
      () => null,
      (error: Error) => error.message,
    ),
  );
  const { health } = identity;
  if (health) {
    checkByPart.set('identity', () =>
      health().degraded ? 'Calls are paused: it fails too often, or requested a pause.' : null,
    );
  }
  checkByPart.set('usage', () => {
    const { degraded, consecutive_failures: failures } = usage.health();
    return degraded ? `Calls are paused after ${failures} failures in a row.` : null;
  });
  if (replica) checkByPart.set('primary', () => replica.status().problem);
  if (bridge) checkByPart.set('bridge', () => findBridgeProblem(bridge));
  if (edition) checkByPart.set('edition', edition.problem);
  checkByPart.set('disk', async () => {
    const spaces = await Promise.all(
      folders.map(async ({ path }) => ({ path, space: await readDiskSpace(path) })),
    );
    const shortSpaceTexts = spaces.flatMap(({ path, space }) =>
      space && isNearlyFull(space) ? [`${Math.round(space.free / 1024 ** 2)} MiB are free in ${path}.`] : [],
    );
    return shortSpaceTexts.length === 0 ? null : shortSpaceTexts.join(' ');
  });
  return checkByPart;
}

/**
 * Returns the errors of the repositories that the bridge cannot sync, in one text; null when there are none.
 * Returns undefined when the database does not respond, because the database stores the state of the bridge.
 */
async function findBridgeProblem({
  status,
}: Pick<BridgeActions, 'status'>): Promise<string | null | undefined> {
  try {
    const failingRepositories = (await status()).filter(({ error }) => error !== null);
    return failingRepositories.length === 0
      ? null
      : failingRepositories.map(({ repository, error }) => `${repository}: ${error}`).join(' ');
  } catch (error) {
    if (error instanceof OutageError) return undefined;
    throw error;
  }
}

export interface WrittenFolder {
  readonly name: 'data' | 'bridge' | 'temporary';
  readonly path: string;
}

/**
 * Lists the folders to which this process writes: those of the SQLite file, of the bridge and of temporary
 * files. The folder of a PostgreSQL database is not listed, because it may be on another machine.
 */
export function listWritableFolders({
  databaseUrl,
  bridge,
  bridgeDirectory,
}: Pick<Settings, 'databaseUrl' | 'bridge' | 'bridgeDirectory'>): readonly WrittenFolder[] {
  const file = sqliteFile(databaseUrl);
  return [
    ...(file === null ? [] : [{ name: 'data', path: dirname(file) } as const]),
    ...(bridge.length === 0 ? [] : [{ name: 'bridge', path: bridgeDirectory } as const]),
    { name: 'temporary', path: tmpdir() },
  ];
}
