import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import { startRepeatedTask } from '../../kernel/concurrency/repeatedly.ts';
import type { RemoteFiles } from '../../outside/remote-files.ts';
import type { Store } from '../../store/store.ts';
import type { Trail } from '../audit/index.ts';
import type { ModuleContext } from '../base.ts';
import type { HistoryLossHandler } from '../catalog/index.ts';
import { createInstanceLease } from '../leases/index.ts';
import { createFilePreviews } from './file-previews.ts';
import { createFileChecks, createKnownFiles, type KnownFiles } from './file-services.ts';
import { measureFiles } from './metrics.ts';
import { createFileRepairs } from './repair-files.ts';
import { fileStore } from './store.ts';
import { appendVerdictEvents } from './verdict-events.ts';

/**
 * When an instance was killed, other instances take over the regular checks after `forMs` milliseconds. They
 * take over the addresses that it was checking after `claimSeconds`.
 */
const fileCheckLease = { forMs: 30_000, claimSeconds: 90 };
const filesAtOnce = 8;

/** Milliseconds between two reads of the results that other processes have stored. */
const refreshEveryMs = 1_000;

interface FilesBase extends ModuleContext, Trail {
  readonly remoteFiles: RemoteFiles;
  readonly onHistoryLost: HistoryLossHandler;
}

/**
 * Opens the services that return evidence about the files in records. A PRIMARY also checks the files if file
 * checks are enabled. A REPLICA has no evidence.
 *
 * @param checksEveryMs milliseconds between two searches for files that are due
 * @param resources stops the checks when disposed
 */
export async function openFiles(
  base: FilesBase,
  parts: Pick<Parameters<typeof createKnownFiles>[0], 'catalog'> &
    Pick<Parameters<typeof createFileRepairs>[0], 'proposals'>,
  checksEveryMs: number | undefined,
  resources: AsyncDisposableStack,
) {
  const { categories, settings, bounds, store, logger, metrics, onHistoryLost } = base;
  const { catalog, proposals } = parts;
  const services = createKnownFiles({ store, catalog, categories: categories.list, onHistoryLost });
  if (settings.replicateMode === 'PRIMARY') {
    await services.memory.refresh();
    // Reads the results that other instances, or a command, have stored.
    const task = startRepeatedTask(refreshEveryMs, {
      work: () => services.memory.refresh().then(() => false),
      onError: (err) => logger.error({ err }, 'cannot read writes of other processes'),
    });
    resources.defer(() => task.stop());
    measureFiles(metrics, services.evidence);
  }
  if (settings.fileChecks && settings.replicateMode === 'PRIMARY' && store.writable) {
    resources.adopt(startFileChecks(base, services, checksEveryMs), (each) => each.stop());
  }
  const evidence = services.evidence;
  return {
    known: services,
    oneTimeLooks: createFilePreviews({
      remote: base.remoteFiles,
      readStoredState: services.memory.state,
      clock: base.clock,
      perMinute: bounds.draftsPerMinute,
      now: () => performance.now(),
    }),
    services: { fileEvidence: evidence, fileRepairs: createFileRepairs({ categories, evidence, proposals }) },
  };
}

function startFileChecks(
  { categories, settings, bounds, store, clock, logger, append, remoteFiles: remote }: FilesBase,
  services: KnownFiles,
  everyMs = 1_000,
): { stop(): Promise<void> } {
  const stopController = new AbortController();
  const { signal } = stopController;
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => {});
  const holder = randomUUID();
  const now = () => performance.now();
  const lease = createInstanceLease({
    store,
    name: 'file-checks',
    holder,
    durationMs: fileCheckLease.forMs,
    now,
  });
  const { addresses, checks } = createFileChecks({
    categories,
    store,
    clock,
    known: services,
    remote: createPacedFiles(remote, { perMinute: bounds.fileCallsPerMinute, now, pause }),
    holder,
    atOnce: filesAtOnce,
    claimSeconds: fileCheckLease.claimSeconds,
    random: Math.random,
    pause,
    ...(settings.auditEnabled && { onChanges: appendVerdictEvents(append, settings.canonicalFormat) }),
  });
  const { step } = createDailyChecks({
    store,
    clock,
    addresses,
    checks,
    holdsLease: () => lease.ensureHeld(),
    signal,
  });
  const onError = (err: unknown) => logger.error({ err }, 'file checks failed');
  const task = startRepeatedTask(everyMs, { work: step, onError });
  return {
    stop: async () => {
      stopController.abort();
      await task.stop();
      await lease.release().catch(onError);
    },
  };
}

/**
 * Limits of one `step`. `all` is the maximum number of addresses that it checks. `proposed` is the maximum
 * number of them that only proposals reference.
 */
const stepLimits = { all: 40, proposed: 10 };
const daySeconds = 86_400;
/** Age, in seconds, at which an address that no live record references is deleted. */
const retentionSeconds = 90 * daySeconds;

/**
 * Checks every file of the registry once a day, and new and changed files without delay.
 * @param holdsLease returns whether this instance holds the lease for the checks
 */
export function createDailyChecks({
  store,
  clock,
  addresses,
  checks,
  holdsLease,
  signal,
}: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
  readonly holdsLease: () => Promise<boolean>;
  readonly signal: AbortSignal;
} & ReturnType<typeof createFileChecks>) {
  let lastCleanupAt = Number.NEGATIVE_INFINITY;

  const deleteOldAddresses = async () => {
    const now = clock.now();
    if (now - lastCleanupAt < daySeconds) return;
    lastCleanupAt = now;
    await store.write((tx) => fileStore(tx).deleteUnreferenced(now - retentionSeconds));
  };

  return {
    /** Checks the files that are due. Resolves to whether more may be due. */
    step: async (): Promise<boolean> => {
      if (signal.aborted || !(await holdsLease())) return false;
      await deleteOldAddresses();
      await addresses.syncLiveRecords();
      const proposedUrls = await addresses.listDueOfProposals(stepLimits.proposed);
      const dueUrls = await store.read((tx) =>
        fileStore(tx).dueUrls(clock.now(), stepLimits.all - proposedUrls.length),
      );
      if (dueUrls.length + proposedUrls.length === 0) return false;
      const checkedCount = await checks.check([...dueUrls, ...proposedUrls], { signal });
      // Do not retry at once when other runs have claimed all addresses.
      return checkedCount > 0 && !signal.aborted;
    },
  };
}

/**
 * Wraps `remote` so that its calls begin in order and at even intervals. A call that comes too early waits.
 *
 * @param perMinute maximum number of calls per minute; each followed redirect counts as a call
 * @param now returns monotonic time in milliseconds
 */
export function createPacedFiles(
  remote: RemoteFiles,
  { perMinute, now, pause }: { perMinute: number; now: () => number; pause: (ms: number) => Promise<void> },
): RemoteFiles {
  const intervalMs = 60_000 / perMinute;
  let nextCallAt = Number.NEGATIVE_INFINITY;
  return {
    open: async (request) => {
      const callAt = Math.max(now(), nextCallAt);
      nextCallAt = callAt + intervalMs;
      if (callAt > now()) await pause(callAt - now());
      const answer = await remote.open(request);
      nextCallAt += answer.redirects.length * intervalMs;
      return answer;
    },
  };
}
