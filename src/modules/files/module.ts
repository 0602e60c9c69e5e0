import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../../kernel/clock.ts';
import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import type { RemoteFiles } from '../../outside/remote-files.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { AppendEvents } from '../audit/index.ts';
import { instanceLease } from '../leases/index.ts';
import { createLearning, type KnownFiles } from './create-files.ts';
import { createFileChecks } from './file-checks.ts';
import { pacedFiles } from './paced-files.ts';
import { appendVerdictEvents } from './verdict-events.ts';

/** How long no other instance takes over from one that was killed, and nobody its files. */
const fileCheckLease = { forMs: 30_000, claimSeconds: 90 };
/** Files that are looked at at the same time. */
const filesAtOnce = 8;

/** @param everyMs how often it is looked for files that are due */
export function startFileChecks(
  settings: Settings,
  parts: {
    store: Store;
    clock: Clock;
    logger: Logger;
    known: KnownFiles;
    remote: RemoteFiles;
    append: AppendEvents;
  },
  everyMs = 1_000,
): { stop(): Promise<void> } {
  const { store, clock, logger, known, remote, append } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => {});
  const holder = randomUUID();
  const now = () => performance.now();
  const lease = instanceLease({ store, name: 'file-checks', holder, forMs: fileCheckLease.forMs, now });
  const { addresses, checks } = createLearning({
    store,
    clock,
    known,
    remote: pacedFiles(remote, { perMinute: settings.fileChecksPerMinute, now, pause }),
    holder,
    atOnce: filesAtOnce,
    claimSeconds: fileCheckLease.claimSeconds,
    random: Math.random,
    pause,
    ...(settings.auditEnabled && { onChanges: appendVerdictEvents(append, settings.canonicalFormat) }),
  });
  const { step } = createFileChecks({ store, clock, addresses, checks, held: () => lease.held(), signal });
  const onError = (err: unknown) => logger.error({ err }, 'files could not be looked at');
  const task = repeatedly(everyMs, { work: step, onError });
  return {
    stop: async () => {
      stopping.abort();
      await task.stop();
      await lease.release().catch(onError);
    },
  };
}
