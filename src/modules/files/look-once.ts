import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Shares } from '../../kernel/concurrency/shares.ts';
import type { RemoteFiles } from '../../outside/remote-files.ts';
import { type AddressState, unseen, withObservation } from '../../records/files/address-state.ts';
import type { RecordFile } from '../../records/files/record-file.ts';
import { probe } from './probe.ts';

/** The most files that are looked at for one view, and how long its reader waits for them, in milliseconds. */
const ofOneView = { files: 4, waitMs: 2_000 };
/** The most addresses that are kept in memory, and for how long, in milliseconds. */
const kept = { most: 2_000, forMs: 3_600_000 };

/**
 * Looks once at files of proposals that nobody has looked at yet, when somebody is shown them. What is seen is kept
 * in memory only, for a while; a host that does not answer says nothing.
 *
 * @param stored what checks of files have learned of an address, which counts instead
 * @param perMinute how many files are looked at for one account in a minute; 0: none
 * @param now monotonic time in milliseconds
 */
export function createGlances({
  remote,
  stored,
  clock,
  perMinute,
  now,
}: {
  readonly remote: RemoteFiles;
  readonly stored: (url: string) => AddressState;
  readonly clock: { now(): number };
  readonly perMinute: number;
  readonly now: () => number;
}) {
  const shares = new Shares({ most: perMinute, withinMs: 60_000, now });
  const seen = new LRUCache<string, { state: AddressState; readonly looked: Promise<void> }>({
    max: kept.most,
    ttl: kept.forMs,
  });

  const begin = ({ url, expected }: RecordFile, askedBy: string): void => {
    const inTurn: RemoteFiles = { open: (request) => remote.open({ ...request, turn: askedBy }) };
    const looked = probe(inTurn, url, expected).then((observation) => {
      const entry = seen.get(url);
      if (entry && observation.outcome !== 'unreachable')
        entry.state = withObservation(unseen, observation, clock.now());
    });
    seen.set(url, { state: unseen, looked });
  };

  return {
    /** What is known of an address. */
    state: (url: string): AddressState => {
      const known = stored(url);
      return known.checked_at === null ? (seen.get(url)?.state ?? known) : known;
    },

    /** Resolves when these files were looked at, or after a short while without. */
    look: async (files: readonly RecordFile[], askedBy: string): Promise<void> => {
      const unknown = files.filter(({ url, host }) => host !== null && stored(url).checked_at === null);
      const some = unknown.slice(0, ofOneView.files);
      for (const file of some) {
        if (seen.has(file.url)) continue;
        if (perMinute === 0 || shares.take(askedBy) > 0) break;
        begin(file, askedBy);
      }
      const looks = some.flatMap(({ url }) => seen.get(url)?.looked ?? []);
      if (looks.length === 0) return;
      const enough = new AbortController();
      const waited = wait(ofOneView.waitMs, undefined, { signal: enough.signal, ref: false }).catch(() => {});
      await Promise.race([Promise.allSettled(looks), waited]);
      enough.abort();
    },
  };
}
