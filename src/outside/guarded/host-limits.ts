import { LRUCache } from 'lru-cache';
import { FairLimiter, LimiterFull } from '../../kernel/concurrency/fair-limiter.ts';
import { CircuitBreaker } from '../circuit-breaker.ts';
import { RemoteFailure, type RemoteHeaders } from '../remote-files.ts';
import { parseRetryAfter } from '../service-calls.ts';

export interface HostLimitOptions {
  /** Maximum number of concurrent calls to one host. */
  readonly atOnce: number;
  /** Maximum number of calls that wait for a slot at one host; further calls fail. */
  readonly waiting: number;
  /** Maximum number of calls that start per second, by host. Hosts without an entry have no such limit. */
  readonly perSecond: Readonly<Record<string, number>>;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
}

interface HostState {
  readonly limiter: FairLimiter;
  readonly breaker: CircuitBreaker;
  /** End of the pause for each kind of address, in monotonic milliseconds. */
  readonly pauses: Map<AddressKind, number>;
}

/**
 * Kinds of addresses at a host. A pause applies to one kind only, because hosts such as Hugging Face limit
 * each kind separately.
 */
type AddressKind = 'api' | 'resolvers' | 'pages';

const breakerLimits = { failures: 5, openSeconds: 60 };
const maxWaitMs = 30_000;
/**
 * Maximum number of hosts whose state is cached; records name far fewer. The least recently called host is
 * evicted.
 */
const maxCachedHosts = 2_000;

/**
 * Limits the concurrent calls to each host, and refuses calls while the host asks for a pause or keeps
 * failing.
 */
export class HostLimits {
  readonly #options: HostLimitOptions;
  readonly #hosts = new LRUCache<string, HostState>({ max: maxCachedHosts });

  constructor(options: HostLimitOptions) {
    this.#options = options;
  }

  /**
   * Waits for a slot at the host of an address.
   *
   * @param turn identifies the caller, such as an account; waiting callers are served round-robin
   * @returns a function that releases the slot
   * @throws RemoteFailure `rate_limited` while the host asks for a pause; `host_busy` when too many calls
   *   wait for the host, this call has waited too long, or the host has failed too often
   */
  async enter(address: URL, turn: string): Promise<() => void> {
    const host = this.#host(address);
    this.#refuseWhilePaused(address, host);
    const releaseSlot = await acquireSlot(host.limiter, turn).catch((error: unknown) => {
      if (!(error instanceof LimiterFull)) throw error;
      throw new RemoteFailure('host_busy', `Too many calls to ${address.host} are already waiting.`, {
        retryAfterSeconds: error.retryAfterSeconds,
      });
    });
    try {
      // The host may have been paused while the call waited.
      this.#refuseWhilePaused(address, host);
    } catch (error) {
      releaseSlot();
      throw error;
    }
    return releaseSlot;
  }

  /**
   * Records the response of a host. Later calls to the host are refused if it asks for a pause or fails too
   * often.
   *
   * @param originalAddress the address before any redirect. Consecutive failures of the same address count as
   *   one
   * @throws RemoteFailure `rate_limited` when the status is 429
   */
  recordResponse(address: URL, originalAddress: string, status: number, headers: RemoteHeaders): void {
    const host = this.#host(address);
    const pauseSeconds = readPauseSeconds(status, headers, this.#options.nowMs());
    if (pauseSeconds !== null)
      host.pauses.set(findAddressKind(address), this.#options.now() + pauseSeconds * 1000);
    if (status === 429) throw createRateLimitFailure(address, pauseSeconds);
    if (status >= 500) host.breaker.failed(originalAddress);
    else host.breaker.succeeded();
  }

  /** Records a call without a response. */
  recordFailure(address: URL, originalAddress: string): void {
    this.#host(address).breaker.failed(originalAddress);
  }

  #refuseWhilePaused(address: URL, { pauses, breaker }: HostState): void {
    const secondsLeft =
      ((pauses.get(findAddressKind(address)) ?? Number.NEGATIVE_INFINITY) - this.#options.now()) / 1000;
    if (secondsLeft > 0) throw createRateLimitFailure(address, Math.ceil(secondsLeft));
    const { degraded, seconds_until_retry } = breaker.health();
    if (!degraded) return;
    throw new RemoteFailure('host_busy', `Calls to ${address.host} are paused because it failed too often.`, {
      retryAfterSeconds: Math.ceil(seconds_until_retry ?? 1),
    });
  }

  #host({ host }: URL): HostState {
    const existingHost = this.#hosts.get(host);
    if (existingHost) return existingHost;
    const { atOnce, waiting, perSecond, now } = this.#options;
    const callsPerSecond = perSecond[host];
    const state: HostState = {
      limiter: new FairLimiter({
        atOnce,
        waiting,
        longestWaitMs: maxWaitMs,
        now,
        ...(callsPerSecond === undefined ? {} : { perSecond: callsPerSecond }),
      }),
      breaker: new CircuitBreaker({ ...breakerLimits, now }),
      pauses: new Map(),
    };
    this.#hosts.set(host, state);
    return state;
  }
}

function acquireSlot(limiter: FairLimiter, turn: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    limiter.run(turn, () => new Promise<void>((leave) => resolve(leave))).catch(reject);
  });
}

function findAddressKind({ pathname }: URL): AddressKind {
  if (/\/(resolve|resolve-cache)\//.test(pathname)) return 'resolvers';
  return pathname.startsWith('/api/') ? 'api' : 'pages';
}

function createRateLimitFailure({ host }: URL, pauseSeconds: number | null): RemoteFailure {
  return new RemoteFailure('rate_limited', `Calls to ${host} are paused because it asked for a pause.`, {
    retryAfterSeconds: pauseSeconds,
  });
}

/**
 * Returns the pause that a host asks for in its response headers, in seconds. Reads `Retry-After`, and
 * `RateLimit` if it says that no call remains, as in `RateLimit: "api";r=0;t=55`
 * (draft-ietf-httpapi-ratelimit-headers). If both ask for a pause, returns the longer one.
 *
 * @param nowMs milliseconds since 1970
 * @returns null if the host may be called now
 */
export function readPauseSeconds(
  status: number,
  headers: Readonly<Record<string, string>>,
  nowMs: number,
): number | null {
  const retryAfter = status === 429 || status === 503 ? parseRetryAfter(headers['retry-after'], nowMs) : null;
  const quotaResetSeconds = readQuotaReset(headers.ratelimit);
  const pauseSeconds = Math.max(retryAfter ?? 0, quotaResetSeconds ?? 0);
  if (pauseSeconds > 0) return Math.min(pauseSeconds, maxPauseSeconds);
  return status === 429 ? defaultPauseSeconds : null;
}

/** Maximum pause, in seconds. A host that asks for more may be wrong or malicious. */
const maxPauseSeconds = 3600;
/** The pause, in seconds, after a 429 without a retry time. */
const defaultPauseSeconds = 30;

function readQuotaReset(header: string | undefined): number | null {
  if (header === undefined) return null;
  const remainingRequests = /;\s*r=(\d{1,9})\b/.exec(header)?.[1];
  const seconds = /;\s*t=(\d{1,9})\b/.exec(header)?.[1];
  return Number(remainingRequests) === 0 && seconds !== undefined ? Number(seconds) : null;
}
