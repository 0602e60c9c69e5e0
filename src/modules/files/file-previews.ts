import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { ActorRateLimiter } from '../../kernel/concurrency/shares.ts';
import type { RemoteFiles } from '../../outside/remote-files.ts';
import { type AddressState, addObservation, uncheckedAddress } from '../../records/files/address-state.ts';
import type { RecordFile } from '../../records/files/record-file.ts';
import { probe } from './probe.ts';

/**
 * Limits for one view of a proposal: the maximum number of files that are checked, and the maximum time, in
 * milliseconds, that the viewer waits.
 */
const viewLimits = { files: 4, waitMs: 2_000 };
/** Limits of the cache: the maximum number of addresses, and the lifetime of a result in milliseconds. */
const cacheLimits = { most: 2_000, forMs: 3_600_000 };

/**
 * Checks the unchecked files of a proposal when a user views it. The results are cached in memory for an hour
 * and are not stored. When the host of a file does not respond, the file stays unknown.
 *
 * @param readStoredState returns the state of an address from the regular checks; a preview is used only for
 *   an address that these have not checked
 * @param perMinute maximum number of files that are checked per account and minute
 * @param now monotonic time in milliseconds
 */
export function createFilePreviews({
  remote,
  readStoredState,
  clock,
  perMinute,
  now,
}: {
  readonly remote: RemoteFiles;
  readonly readStoredState: (url: string) => AddressState;
  readonly clock: { now(): number };
  readonly perMinute: number;
  readonly now: () => number;
}) {
  const shares = new ActorRateLimiter({ maxActions: perMinute, windowMs: 60_000, now });
  const previews = new LRUCache<string, { state: AddressState; readonly check: Promise<void> }>({
    max: cacheLimits.most,
    ttl: cacheLimits.forMs,
  });

  const startPreview = ({ url, expected }: RecordFile, askedBy: string): void => {
    const remoteOfAccount: RemoteFiles = { open: (request) => remote.open({ ...request, turn: askedBy }) };
    const check = probe(remoteOfAccount, url, expected).then((observation) => {
      const entry = previews.get(url);
      if (entry && observation.outcome !== 'unreachable')
        entry.state = addObservation(uncheckedAddress, observation, clock.now());
    });
    previews.set(url, { state: uncheckedAddress, check });
  };

  return {
    /** Returns the state of an address: from the regular checks if it was checked, else from a preview. */
    state: (url: string): AddressState => {
      const storedState = readStoredState(url);
      return storedState.checked_at === null ? (previews.get(url)?.state ?? storedState) : storedState;
    },

    /**
     * Checks the first few of these files that the regular checks have not checked yet. Resolves when the
     * checks are done, or after `viewLimits.waitMs`.
     */
    checkFiles: async (files: readonly RecordFile[], askedBy: string): Promise<void> => {
      const uncheckedFiles = files.filter(
        ({ url, host }) => host !== null && readStoredState(url).checked_at === null,
      );
      const firstFiles = uncheckedFiles.slice(0, viewLimits.files);
      for (const file of firstFiles) {
        if (previews.has(file.url)) continue;
        if (shares.tryAction(askedBy) > 0) break;
        startPreview(file, askedBy);
      }
      const runningChecks = firstFiles.flatMap(({ url }) => previews.get(url)?.check ?? []);
      if (runningChecks.length === 0) return;
      const timeoutAbort = new AbortController();
      const timeout = wait(viewLimits.waitMs, undefined, { signal: timeoutAbort.signal, ref: false }).catch(
        () => {},
      );
      await Promise.race([Promise.allSettled(runningChecks), timeout]);
      timeoutAbort.abort();
    },
  };
}
