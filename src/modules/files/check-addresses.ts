import { createHash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { computeBackOffDelay } from '../../kernel/concurrency/back-off.ts';
import {
  type AddressState,
  confirmationSeconds,
  type Observation,
  withObservation,
} from '../../records/files/address-state.ts';
import { hostOf } from '../../records/files/host-address.ts';
import type { Store } from '../../store/store.ts';
import type { FileMemory, LiveFiles } from './file-memory.ts';
import { fileStore } from './store.ts';
import type { FileAddress } from './tables.ts';
import { type OnVerdictChanges, storeVerdicts } from './verdict-events.ts';

/** Checks the file at an address with its host. Never throws. */
export type InspectAddress = (address: FileAddress) => Promise<Observation>;

export interface AddressChecksOptions {
  readonly store: Pick<Store, 'write' | 'writeBeside'>;
  readonly clock: Clock;
  readonly liveFiles: Pick<LiveFiles, 'withUrl'>;
  readonly memory: Pick<FileMemory, 'addresses'>;
  readonly look: InspectAddress;
  /** A random id under which this run claims addresses. */
  readonly holder: string;
  /** Number of addresses that a run checks in parallel. */
  readonly atOnce: number;
  /**
   * Seconds for which a claim on an address lasts. After this time, other runs may claim the address, so that
   * an address claimed by a killed process becomes free again.
   */
  readonly claimSeconds: number;
  readonly onChanges: OnVerdictChanges;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  /** Waits; resolves early when the run is stopped. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface CheckRun {
  readonly signal: AbortSignal;
  /** The run skips addresses for which the host has responded after this time (Unix seconds). */
  readonly checkedBefore?: number;
  /** Largest number of attempts for an address whose host does not respond. Default: 1. */
  readonly tries?: number;
  /** Called for each address that the run has finished or could not claim. */
  readonly onDone?: () => void;
}

/** The first and the longest pause between two attempts for an address in one run, in milliseconds. */
const retryDelayMs = { first: 250, longest: 4_000 };
/**
 * Longest pause, in seconds, that a run makes at a host's request. If the host asks for a longer one, the run
 * does not retry the address.
 */
const maxPauseSeconds = 5;

export type AddressChecks = ReturnType<typeof createAddressChecks>;

export function createAddressChecks(options: AddressChecksOptions) {
  const { store, clock, liveFiles, memory, look, holder, atOnce, claimSeconds, onChanges, random, pause } =
    options;

  // Claims are not events of the audit trail, so they need not wait for other writes.
  const claim = (url: string, checkedBefore?: number) => {
    const now = clock.now();
    const claim = { holder, now, until: now + claimSeconds, checkedBefore };
    return store.writeBeside((tx) => fileStore(tx).claim(url, claim));
  };
  const prolongClaim = (url: string) =>
    store.writeBeside((tx) => fileStore(tx).prolong(url, holder, clock.now() + claimSeconds));
  const release = (url: string) => store.writeBeside((tx) => fileStore(tx).release(url, holder));

  const inspect = async (address: FileAddress, { tries = 1, signal }: CheckRun): Promise<Observation> => {
    const { url } = address;
    for (let attempt = 1; ; attempt += 1) {
      const observation = await raceWithStop(look(address), signal);
      if (observation.outcome !== 'unreachable' || attempt >= tries || signal.aborted) return observation;
      const retryAfterSeconds = observation.retry_after_seconds ?? 0;
      if (retryAfterSeconds > maxPauseSeconds) return observation;
      await pause(
        Math.max(retryAfterSeconds * 1000, computeBackOffDelay(attempt, retryDelayMs, random)),
        signal,
      );
      if (!(await prolongClaim(url))) return observation;
    }
  };

  /**
   * Lists the states of a host's addresses that live records reference. Leaves out addresses that only
   * proposals reference, because anybody may propose an address.
   */
  const statesForHost = (host: string | null) =>
    [...memory.addresses()].flatMap(({ url, live, state }) => (live && hostOf(url) === host ? [state] : []));

  const record = async (address: FileAddress, observation: Observation): Promise<boolean> => {
    const { url } = address;
    const now = clock.now();
    const state = withObservation(address.state, observation, now, (since) =>
      refusesNearlyAll(statesForHost(hostOf(url)), since),
    );
    const answered = state.failure === null;
    return store.write(async (writer) => {
      const dueAt = nextCheckAt(address, state, now);
      if (!(await fileStore(writer).record(url, holder, { state, dueAt, answered }))) return false;
      await storeVerdicts(writer, liveFiles.withUrl(url), state, now, onChanges);
      return true;
    });
  };

  return {
    /**
     * Checks these addresses, and stores each result as soon as it is available. An address that another run,
     * in this or another process, has claimed is skipped.
     *
     * @returns the number of addresses that this run has checked
     */
    check: async (urls: readonly string[], run: CheckRun): Promise<number> => {
      const queuedUrls = interleaveHosts(urls);
      let checkedCount = 0;
      const work = async () => {
        for (
          let url = queuedUrls.shift();
          url !== undefined && !run.signal.aborted;
          url = queuedUrls.shift()
        ) {
          const address = await claim(url, run.checkedBefore);
          if (address) {
            const observation = await inspect(address, run);
            if (run.signal.aborted && observation.outcome === 'unreachable') {
              // The check failed because the run was stopped, not because of the host.
              await release(url);
              return;
            }
            if (await record(address, observation)) checkedCount += 1;
          }
          run.onDone?.();
        }
      };
      await Promise.all(Array.from({ length: Math.min(atOnce, urls.length) }, work));
      return checkedCount;
    },
  };
}

/**
 * Resolves with the observation. If the run is stopped first, resolves at once with the outcome `unreachable`
 * and the reason `Stopped.`
 */
function raceWithStop(observationPromise: Promise<Observation>, signal: AbortSignal): Promise<Observation> {
  const stoppedObservation: Observation = {
    outcome: 'unreachable',
    how: 'address',
    status: null,
    reason: 'Stopped.',
  };
  if (signal.aborted) return Promise.resolve(stoppedObservation);
  return new Promise((resolve, reject) => {
    const stop = () => resolve(stoppedObservation);
    signal.addEventListener('abort', stop, { once: true });
    observationPromise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Interleaves the addresses of the hosts, so that a slow or failing host does not delay the others. */
function interleaveHosts(urls: readonly string[]): string[] {
  const byHost = [...Map.groupBy(urls, (url) => hostOf(url) ?? '').values()];
  const maxUrlsPerHost = Math.max(0, ...byHost.map(({ length }) => length));
  const interleavedUrls: string[] = [];
  for (let at = 0; at < maxUrlsPerHost; at += 1) {
    for (const hostUrls of byHost)
      if (hostUrls[at] !== undefined) interleavedUrls.push(hostUrls[at] as string);
  }
  return interleavedUrls;
}

const day = 86_400;
/** The first and the longest delay before a failed check is retried, in seconds. */
const retryDelaySeconds = { first: 15 * 60, longest: 6 * 3600 };
/**
 * Shortest time, in seconds, between a successful check of an address and the next one. Without it, the daily
 * check could follow soon after the first check of a new address.
 */
const minGapSeconds = 3600;
/**
 * Age, in seconds, up to which an address that only proposals reference is checked daily. Older ones are
 * checked every 30 days.
 */
const dailyCheckSeconds = 7 * day;

/**
 * Returns the time (Unix seconds) of the next check of an address, usually a day later. The time of day is
 * derived from the hash of the address, which spreads the checks over the day.
 */
function nextCheckAt(
  { url, live, added_at }: { url: string; live: boolean; added_at: number },
  { failure, doubt }: AddressState,
  now: number,
): number {
  if (failure)
    return (
      now +
      Math.min(retryDelaySeconds.longest, retryDelaySeconds.first * 2 ** Math.min(10, failure.count - 1))
    );
  if (doubt) return doubt.first_at + confirmationSeconds;
  if (!live && now - added_at > dailyCheckSeconds) return now + 30 * day;
  const earliestTime = now + minGapSeconds;
  const secondOfDay = createHash('sha256').update(url).digest().readUInt32BE() % day;
  return earliestTime + ((((secondOfDay - earliestTime) % day) + day) % day);
}

/**
 * Thresholds of `refusesNearlyAll`. If a host has fewer than `minAddresses` addresses, the function returns
 * false, because it cannot judge the host. `refusedShareOfHost` is the share of the addresses that the host
 * has to refuse.
 */
const minAddresses = 5;
const refusedShareOfHost = 0.8;

/**
 * Returns whether a host has refused nearly all of its files since `since` (Unix seconds). Such a host blocks
 * this service, has moved, or is broken; its responses say nothing about single files.
 *
 * @param states the states of the host's addresses in live records
 */
export function refusesNearlyAll(states: Iterable<AddressState>, since: number): boolean {
  const countedStates = [...states].filter(isCountedForHost).sort((a, b) => lastCheck(b) - lastCheck(a));
  const recentStates = countedStates.filter((state) => lastCheck(state) >= since);
  // A host with few files may have too few recent checks; then older ones count too.
  const sample = recentStates.length >= minAddresses ? recentStates : countedStates.slice(0, minAddresses);
  const refusedCount = sample.filter(({ doubt }) => doubt !== null).length;
  return sample.length >= minAddresses && refusedCount >= refusedShareOfHost * sample.length;
}

/**
 * Returns whether `refusesNearlyAll` counts an address. It does in two cases: the host's last response was
 * that it has the file, or the host refuses the file and the refusal is not confirmed yet.
 */
function isCountedForHost({ known, doubt, failure, checked_at }: AddressState): boolean {
  if (doubt !== null) return true;
  return checked_at !== null && failure === null && known?.observation.outcome === 'there';
}

function lastCheck({ checked_at }: AddressState): number {
  return checked_at ?? Number.NEGATIVE_INFINITY;
}
