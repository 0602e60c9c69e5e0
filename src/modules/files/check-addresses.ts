import { createHash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { waitAfter } from '../../kernel/concurrency/back-off.ts';
import {
  type AddressState,
  believedAfter,
  type Observation,
  withObservation,
} from '../../records/files/address-state.ts';
import { hostOf } from '../../records/files/host-address.ts';
import type { Store } from '../../store/store.ts';
import type { FileMemory, LiveFiles } from './file-memory.ts';
import { fileStore } from './store.ts';
import type { FileAddress } from './tables.ts';
import { noteVerdicts, type OnVerdictChanges } from './verdict-events.ts';

/** Looks at an address; never throws for anything that its host does. */
export type Look = (address: FileAddress, keepClaim: KeepClaim) => Promise<Observation>;

/** Keeps the address for longer. @returns false when it was lost to another run */
export type KeepClaim = () => Promise<boolean>;

export interface AddressChecksOptions {
  readonly store: Pick<Store, 'write' | 'writeBeside'>;
  readonly clock: Clock;
  readonly liveFiles: Pick<LiveFiles, 'withUrl'>;
  readonly memory: Pick<FileMemory, 'addresses'>;
  readonly look: Look;
  /** Tells this run from all others: a random id. */
  readonly holder: string;
  /** How many addresses are looked at at the same time. */
  readonly atOnce: number;
  /** For how long nobody else looks at an address that this process was killed over, in seconds. */
  readonly claimSeconds: number;
  readonly onChanges: OnVerdictChanges;
  /** In [0, 1). */
  readonly random: () => number;
  /** Ends early when the run is stopped. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface CheckRun {
  readonly signal: AbortSignal;
  /** Passes over addresses whose host has answered since (Unix seconds). */
  readonly checkedBefore?: number;
  /** Passes over addresses of which all is known that this run would learn. */
  readonly isDone?: (address: FileAddress) => boolean;
  /** How many addresses are looked at at the same time, where it is not as many as usual. */
  readonly atOnce?: number;
  /** How often an address is tried that does not get through. Default 1. */
  readonly tries?: number;
  /** Told of every address once it is done with: looked at, known already, or in the hands of others. */
  readonly onDone?: (url: string, how: 'looked' | 'known' | 'theirs') => void;
}

/** In milliseconds, between tries in one run. */
const betweenTries = { first: 250, longest: 4_000 };
/** A host that wants more than this is left to a later run, in seconds. */
const mostPatience = 5;

export type AddressChecks = ReturnType<typeof createAddressChecks>;

export function createAddressChecks(options: AddressChecksOptions) {
  const { store, clock, liveFiles, memory, look, holder, atOnce, claimSeconds, onChanges, random, pause } =
    options;

  // Claims wait for no other write: the audit chain does not order them.
  const claim = (url: string, checkedBefore?: number) => {
    const now = clock.now();
    const by = { holder, now, until: now + claimSeconds, checkedBefore };
    return store.writeBeside((tx) => fileStore(tx).claim(url, by));
  };
  const keep = (url: string) =>
    store.writeBeside((tx) => fileStore(tx).prolong(url, holder, clock.now() + claimSeconds));
  const release = (url: string) => store.writeBeside((tx) => fileStore(tx).release(url, holder));

  const looked = async (address: FileAddress, { tries = 1, signal }: CheckRun): Promise<Observation> => {
    const { url } = address;
    for (let tried = 1; ; tried += 1) {
      const seen = await unlessStopped(
        look(address, () => keep(url)),
        signal,
      );
      if (seen.outcome !== 'unreachable' || tried >= tries || signal.aborted) return seen;
      const asked = seen.retry_after_seconds ?? 0;
      if (asked > mostPatience) return seen;
      await pause(Math.max(asked * 1000, waitAfter(tried, betweenTries, random)), signal);
      if (!(await keep(url))) return seen;
    }
  };

  /** Of live records alone: what anybody proposes is no measure of a host. */
  const statesAt = (host: string | null) =>
    [...memory.addresses()].flatMap(({ url, live, state }) => (live && hostOf(url) === host ? [state] : []));

  const record = async (address: FileAddress, observation: Observation): Promise<boolean> => {
    const { url } = address;
    const now = clock.now();
    const state = withObservation(address.state, observation, now, (since) =>
      refusesNearlyAll(statesAt(hostOf(url)), since),
    );
    const answered = state.failure === null;
    return store.write(async (writer) => {
      const dueAt = nextLook(address, state, now);
      if (!(await fileStore(writer).record(url, holder, { state, dueAt, answered }))) return false;
      await noteVerdicts(writer, liveFiles.withUrl(url), state, now, onChanges);
      return true;
    });
  };

  return {
    /**
     * Looks at these addresses, and stores what it learns of each at once. Of several runs over the same addresses,
     * in whatever processes, each address is looked at by one.
     * @returns how many it has looked at; others look at the rest, or have
     */
    check: async (urls: readonly string[], run: CheckRun): Promise<number> => {
      const waiting = takingTurns(urls);
      let done = 0;
      const work = async () => {
        for (let url = waiting.shift(); url !== undefined && !run.signal.aborted; url = waiting.shift()) {
          const address = await claim(url, run.checkedBefore);
          let how: 'looked' | 'known' | 'theirs' = 'theirs';
          if (address && run.isDone?.(address)) {
            await release(url);
            how = 'known';
          } else if (address) {
            const observation = await looked(address, run);
            if (run.signal.aborted && observation.outcome === 'unreachable') {
              // Cut by the stop, and not by the host.
              await release(url);
              return;
            }
            if (await record(address, observation)) how = 'looked';
          }
          if (how === 'looked') done += 1;
          run.onDone?.(url, how);
        }
      };
      await Promise.all(Array.from({ length: Math.min(run.atOnce ?? atOnce, urls.length) }, work));
      return done;
    },
  };
}

/** The observation, or at a stop at once one that says nothing of the host. */
function unlessStopped(looking: Promise<Observation>, signal: AbortSignal): Promise<Observation> {
  const cut: Observation = { outcome: 'unreachable', how: 'address', status: null, reason: 'Stopped.' };
  if (signal.aborted) return Promise.resolve(cut);
  return new Promise((resolve, reject) => {
    const stop = () => resolve(cut);
    signal.addEventListener('abort', stop, { once: true });
    looking.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Hosts take turns: one that is slow or failing does not hold up the others. */
function takingTurns(urls: readonly string[]): string[] {
  const byHost = [...Map.groupBy(urls, (url) => hostOf(url) ?? '').values()];
  const longest = Math.max(0, ...byHost.map(({ length }) => length));
  const order: string[] = [];
  for (let at = 0; at < longest; at += 1) {
    for (const own of byHost) if (own[at] !== undefined) order.push(own[at] as string);
  }
  return order;
}

const day = 86_400;
/** The first wait after a look that did not get through, and the longest, in seconds. */
const retry = { first: 15 * 60, longest: 6 * 3600 };
/** A new address is not looked at again within this time, in seconds, however near its place in the day is. */
const shortestGap = 3600;
/** How long addresses that only proposals name are looked at daily; afterwards they wait. In seconds. */
const proposalsFor = 7 * day;

/**
 * When to look at an address again: daily, each at a time of its own, so that the looks are spread over the day
 * and do not come all at once after a restart. Unix seconds.
 */
function nextLook(
  { url, live, added_at }: { url: string; live: boolean; added_at: number },
  { failure, doubt }: AddressState,
  now: number,
): number {
  if (failure) return now + Math.min(retry.longest, retry.first * 2 ** Math.min(10, failure.count - 1));
  if (doubt) return doubt.first_at + believedAfter;
  if (!live && now - added_at > proposalsFor) return now + 30 * day;
  const earliest = now + shortestGap;
  const place = createHash('sha256').update(url).digest().readUInt32BE() % day;
  return earliest + ((((place - earliest) % day) + day) % day);
}

/** Fewer addresses say nothing about their host. */
const leastAddresses = 5;
const nearlyAll = 0.8;

/**
 * Whether a host refuses nearly all of its files by what was seen of them since then (Unix seconds): it has shut
 * out whoever looks, moved, or broken down, and says nothing about any one of them.
 *
 * @param states of the addresses of live records at that host
 */
export function refusesNearlyAll(states: Iterable<AddressState>, since: number): boolean {
  const answered = [...states].filter(isAtStake).sort((some, other) => lookAt(other) - lookAt(some));
  const recent = answered.filter((state) => lookAt(state) >= since);
  // Of a host with few files, looks since then may be too few.
  const counted = recent.length >= leastAddresses ? recent : answered.slice(0, leastAddresses);
  const refused = counted.filter(({ doubt }) => doubt !== null).length;
  return counted.length >= leastAddresses && refused >= nearlyAll * counted.length;
}

/** Whether the host answered, and the file is not known to be missing or gated for long. */
function isAtStake({ known, doubt, failure, checked_at }: AddressState): boolean {
  if (doubt !== null) return true;
  return checked_at !== null && failure === null && known?.observation.outcome === 'there';
}

function lookAt({ checked_at }: AddressState): number {
  return checked_at ?? Number.NEGATIVE_INFINITY;
}
