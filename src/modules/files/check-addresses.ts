import { createHash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { computeBackOffDelay } from '../../kernel/concurrency/back-off.ts';
import {
  type AddressState,
  addObservation,
  confirmationSeconds,
  type Observation,
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
   * Seconds after which a claim on an address expires. Other runs may then claim the address, so an address
   * that a killed process has claimed becomes free again.
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
  /** The run skips addresses whose host has responded after this time (Unix seconds). */
  readonly checkedBefore?: number;
  /** Maximum number of attempts for an address whose host does not respond. Default: 1. */
  readonly tries?: number;
  /** Called for each address that the run has finished or could not claim. */
  readonly onDone?: () => void;
}

/** The first and the longest pause between two attempts for an address in one run, in milliseconds. */
const retryDelayMs = { first: 250, longest: 4_000 };
/**
 * Maximum pause, in seconds, that a run makes when a host asks for one. If the host asks for a longer pause,
 * the run does not retry the address.
 */
const maxPauseSeconds = 5;

export type AddressChecks = ReturnType<typeof createAddressChecks>;

export function createAddressChecks(options: AddressChecksOptions) {
  const { store, clock, liveFiles, memory, look, holder, atOnce, claimSeconds, onChanges, random, pause } =
    options;

  // Claims are not events of the audit trail, so they need not wait for other writes.
  const claimAddress = (url: string, checkedBefore?: number) => {
    const now = clock.now();
    const claim = { holder, now, until: now + claimSeconds, checkedBefore };
    return store.writeBeside((tx) => fileStore(tx).claim(url, claim));
  };
  const prolongClaim = (url: string) =>
    store.writeBeside((tx) => fileStore(tx).prolong(url, holder, clock.now() + claimSeconds));
  const release = (url: string) => store.writeBeside((tx) => fileStore(tx).release(url, holder));

  const inspectWithRetries = async (
    address: FileAddress,
    { tries = 1, signal }: CheckRun,
  ): Promise<Observation> => {
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
   * Lists the states of those addresses of a host that live records reference. Omits addresses that only
   * proposals reference, because anybody may propose an address.
   */
  const statesForHost = (host: string | null) =>
    [...memory.addresses()].flatMap(({ url, live, state }) => (live && hostOf(url) === host ? [state] : []));

  const recordObservation = async (address: FileAddress, observation: Observation): Promise<boolean> => {
    const { url } = address;
    const now = clock.now();
    const state = addObservation(address.state, observation, now, (since) =>
      refusesNearlyAll(statesForHost(hostOf(url)), since),
    );
    const hasResponse = state.failure === null;
    return store.write(async (writer) => {
      const dueAt = nextCheckAt(address, state, now);
      if (!(await fileStore(writer).record(url, holder, { state, dueAt, answered: hasResponse })))
        return false;
      await storeVerdicts(writer, liveFiles.withUrl(url), state, now, onChanges);
      return true;
    });
  };

  return {
    /**
     * Checks these addresses, and stores each result as soon as it is available. Skips an address while
     * another run, in this or another process, has claimed it.
     *
     * @returns the number of addresses that this run has checked
     */
    check: async (urls: readonly string[], run: CheckRun): Promise<number> => {
      const queuedUrls = interleaveHosts(urls);
      let checkedCount = 0;
      const checkQueued = async () => {
        for (
          let url = queuedUrls.shift();
          url !== undefined && !run.signal.aborted;
          url = queuedUrls.shift()
        ) {
          const address = await claimAddress(url, run.checkedBefore);
          if (address) {
            const observation = await inspectWithRetries(address, run);
            if (run.signal.aborted && observation.outcome === 'unreachable') {
              // The check failed because the run was stopped, not because of the host.
              await release(url);
              return;
            }
            if (await recordObservation(address, observation)) checkedCount += 1;
          }
          run.onDone?.();
        }
      };
      await Promise.all(Array.from({ length: Math.min(atOnce, urls.length) }, checkQueued));
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

const daySeconds = 86_400;
/** The first and the longest delay before a failed check is retried, in seconds. */
const retryDelaySeconds = { first: 15 * 60, longest: 6 * 3600 };
/**
 * Minimum time, in seconds, between a successful check of an address and the next check. Otherwise, the daily
 * check could follow soon after the first check of a new address.
 */
const minGapSeconds = 3600;
/**
 * Maximum age, in seconds, at which an address that only proposals reference is checked daily. Older ones are
 * checked every 30 days.
 */
const maxDailyAgeSeconds = 7 * daySeconds;

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
  if (!live && now - added_at > maxDailyAgeSeconds) return now + 30 * daySeconds;
  const earliestTime = now + minGapSeconds;
  const secondOfDay = createHash('sha256').update(url).digest().readUInt32BE() % daySeconds;
  return earliestTime + ((((secondOfDay - earliestTime) % daySeconds) + daySeconds) % daySeconds);
}

/**
 * The minimum number of addresses for which `refusesNearlyAll` can judge a host. For fewer addresses it
 * returns false.
 */
const minAddresses = 5;
/** The minimum share of its addresses that a host refuses when it refuses nearly all. */
const minRefusedShare = 0.8;

/**
 * Returns whether a host has refused nearly all of its files since `since` (Unix seconds). Such a host blocks
 * this service, has moved, or is broken. Its responses then say nothing about single files.
 *
 * @param states the states of the host's addresses in live records
 */
export function refusesNearlyAll(states: Iterable<AddressState>, since: number): boolean {
  const countedStates = [...states]
    .filter(isCountedForHost)
    .sort((a, b) => lastCheckTime(b) - lastCheckTime(a));
  const recentStates = countedStates.filter((state) => lastCheckTime(state) >= since);
  // A host with few files may have too few recent checks; then older ones count too.
  const sample = recentStates.length >= minAddresses ? recentStates : countedStates.slice(0, minAddresses);
  const refusedCount = sample.filter(({ doubt }) => doubt !== null).length;
  return sample.length >= minAddresses && refusedCount >= minRefusedShare * sample.length;
}

/**
 * Returns whether `refusesNearlyAll` counts an address. It counts the address in two cases: in its last
 * response, the host had the file; or the host refuses the file, and the refusal is not confirmed yet.
 */
function isCountedForHost({ known, doubt, failure, checked_at }: AddressState): boolean {
  if (doubt !== null) return true;
  return checked_at !== null && failure === null && known?.observation.outcome === 'there';
}

function lastCheckTime({ checked_at }: AddressState): number {
  return checked_at ?? Number.NEGATIVE_INFINITY;
}
