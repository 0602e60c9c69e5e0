import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { BackOff } from '../kernel/concurrency/back-off.ts';
import { FairLimiter, type FairLimiterOptions, LimiterFull } from '../kernel/concurrency/fair-limiter.ts';
import { SingleFlight } from '../kernel/concurrency/shared-runs.ts';
import { OutageError, RegistryError } from '../kernel/errors.ts';
import type { Identity, User } from '../kernel/identity.ts';
import { makeStorable } from '../records/unstorable.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { describeFailure, InvalidAnswer, openServiceCalls, parseRetryAfter } from './service-calls.ts';

export interface IdentityOptions {
  /** The base URL of the service, with or without a trailing slash. The client adds `/v2/find_user`. */
  readonly baseUrl: string;
  /**
   * The seconds for which a valid key is cached. An invalid key is cached for the same time, but for 10
   * seconds at most. 0: nothing is cached.
   */
  readonly cacheTtlSeconds: number;
  /** Maximum average number of calls per second for keys without a recent successful check. Default 10. */
  readonly unknownPerSecond?: number;
  /** Maximum number of waiting calls for keys without a recent successful check. Default 50. */
  readonly unknownWaiting?: number;
  /** Timeout, in milliseconds, of a whole call and of each of its phases. Default 10,000. */
  readonly timeoutMs?: number;
  readonly observer?: IdentityObserver | undefined;
  /** Returns the signal that aborts a call after `ms` milliseconds. */
  readonly timeout?: (ms: number) => AbortSignal;
  /** Monotonic time in milliseconds. */
  readonly now?: () => number;
}

/**
 * Looks up the owner of a key at the identity service, and caches the results. Recently valid keys have a
 * separate limiter, so that a flood of made-up keys does not delay them.
 */
export interface IdentityClient extends Identity {
  health(): IdentityHealth;
  /** Aborts the calls in progress. */
  close(): Promise<void>;
}

/**
 * Timeout, in milliseconds, of a call about a recently valid key (see `recentSeconds`). If such a call times
 * out or fails, the key is accepted with the account of the last valid response.
 */
const maxRecentTimeoutMs = 2_000;
const invalidTtlSeconds = 10;
/**
 * Time, in seconds, for which a valid key is still accepted when the service does not respond. The time
 * begins with the last response that called the key valid. It ends early if a response calls the key invalid.
 *
 * The client caches valid keys for at least this time. Look-ups of cached keys do not wait behind look-ups of
 * other keys.
 */
const recentSeconds = 600;
const maxCachedKeys = 10_000;

export function createIdentityClient(options: IdentityOptions): IdentityClient {
  const { baseUrl, cacheTtlSeconds, timeoutMs = 10_000, observer } = options;
  const { timeout = (ms) => AbortSignal.timeout(ms) } = options;
  const { unknownPerSecond = 10, unknownWaiting = 50, now = () => performance.now() } = options;
  const lanes = createIdentityLanes({
    baseUrl,
    unknownPerSecond,
    unknownWaiting,
    timeoutMs,
    timeout,
    observer,
    now,
  });
  // Stores only a keyed hash of each key, never the key itself.
  const secret = randomBytes(32);
  // Uses `maxSize` instead of `max`, because with `max` each cache would allocate the memory for all its keys
  // at once.
  const cacheOptions = { maxSize: maxCachedKeys, sizeCalculation: () => 1, ttlResolution: 0, perf: { now } };
  // A separate cache for valid keys, so that a flood of made-up keys does not evict them.
  const usersByKeyHash = new LRUCache<string, { readonly user: User; readonly at: number }>({
    ...cacheOptions,
    ttl: Math.max(cacheTtlSeconds, recentSeconds) * 1000,
  });
  const invalidKeyHashes = new LRUCache<string, true>({
    ...cacheOptions,
    ttl: Math.min(cacheTtlSeconds, invalidTtlSeconds) * 1000,
  });
  const lookUps = new SingleFlight<User | null>();

  const lookUp = async (key: string, hash: string, kind: KeyKind, from: string, limitMs: number) => {
    const user = await lanes.ask(key, kind, from, limitMs);
    if (user) {
      usersByKeyHash.set(hash, { user, at: now() });
      invalidKeyHashes.delete(hash);
      return user;
    }
    usersByKeyHash.delete(hash);
    // The cache would treat a time to live of 0 as unlimited.
    if (cacheTtlSeconds > 0) invalidKeyHashes.set(hash, true);
    return null;
  };

  return {
    async authenticate(key, from = '') {
      // Other characters cannot be sent in a header, so the key is invalid.
      if (!/^[\x21-\x7e]+$/.test(key)) throw createInvalidKeyError();
      const hash = createHmac('sha256', secret).update(key).digest('base64');
      const cachedUser = usersByKeyHash.get(hash);
      if (!cachedUser && invalidKeyHashes.has(hash)) throw createInvalidKeyError();
      const ageSeconds = cachedUser ? (now() - cachedUser.at) / 1000 : Number.POSITIVE_INFINITY;
      if (cachedUser && ageSeconds < cacheTtlSeconds) return cachedUser.user;
      const recentUser = ageSeconds <= recentSeconds ? cachedUser?.user : undefined;
      const limitMs = recentUser ? Math.min(timeoutMs, maxRecentTimeoutMs) : timeoutMs;
      try {
        const kind: KeyKind = cachedUser ? 'known' : 'unknown';
        const user = await lookUps.run(hash, () => lookUp(key, hash, kind, from, limitMs));
        if (user) return user;
      } catch (error) {
        if (!recentUser || !(error instanceof OutageError)) throw error;
        observer?.acceptedFromCache();
        return recentUser;
      }
      throw createInvalidKeyError();
    },
    health: lanes.health,
    close: lanes.close,
  };
}

function createInvalidKeyError(): RegistryError {
  return new RegistryError('invalid_key', 'Invalid API key');
}

/** The kind of a key: `known` for a key that is cached as valid, `unknown` for any other. */
type KeyKind = 'known' | 'unknown';

/**
 * Receives events for metrics: calls to the service, keys refused without a call, keys accepted without a
 * response.
 */
export interface IdentityObserver {
  called(keys: KeyKind, outcome: 'valid' | 'invalid' | 'limited' | 'failed', seconds: number): void;
  /**
   * Called when a key is not looked up at the service. The key is then refused, unless `acceptedFromCache` is
   * called too. Reasons: `no_place`: too many keys wait, or this key has waited too long; `limited`: the
   * service asked for fewer calls; `failing`: the service fails too often.
   */
  refused(keys: KeyKind, reason: 'no_place' | 'limited' | 'failing'): void;
  /** Called when a recently valid key was accepted because the service did not respond. */
  acceptedFromCache(): void;
}

export interface IdentityHealth {
  /** The number of keys of each kind that wait for their look-up. */
  readonly waiting: Readonly<Record<KeyKind, number>>;
  /** Whether calls are paused, because the service asked for it or fails too often. */
  readonly degraded: boolean;
}

/** Maximum number of concurrent calls to the service, for each kind of key. */
const callsAtOnce = { known: 24, unknown: 8 };
const maxQueuedKnownKeys = 500;
/** Maximum time, in milliseconds, that a key waits for its call to start; after that, no call is made. */
const maxWaitMs = 5_000;
const breakerLimits = { failures: 5, openSeconds: 5 };
/**
 * Length, in seconds, of the pauses after the service asks for fewer calls. The first pause is at most
 * `first` long. The limit then grows with each pause, up to `longest`. If the service itself asks for a
 * longer pause, that one applies.
 */
const pauses = { first: 1, longest: 30 };
const maxPauseSeconds = 3_600;
/** Maximum size of a response, in bytes. The response for an account with many workers is far smaller. */
const maxAnswerBytes = 1024 * 1024;

/**
 * Creates the part of the client that calls the identity service. Calls about known and unknown keys have
 * separate limits, so that neither kind delays the other. A pause that the service asks for applies to both.
 */
function createIdentityLanes({
  baseUrl,
  unknownPerSecond,
  unknownWaiting,
  timeoutMs,
  timeout,
  observer,
  now,
}: Required<Omit<IdentityOptions, 'cacheTtlSeconds' | 'observer'>> & Pick<IdentityOptions, 'observer'>) {
  const url = `${baseUrl.replace(/\/+$/, '')}/v2/find_user`;
  const connections = callsAtOnce.known + callsAtOnce.unknown;
  const calls = openServiceCalls({ connections, timeoutMs, maxAnswerBytes });
  const createLane = (limits: Pick<FairLimiterOptions, 'atOnce' | 'waiting' | 'perSecond'>) => ({
    limiter: new FairLimiter({ ...limits, longestWaitMs: maxWaitMs, now }),
    breaker: new CircuitBreaker({ ...breakerLimits, now }),
  });
  // Each kind has its own breaker: unknown keys can make calls fail, and must not stop the calls about known
  // keys.
  const lanes = {
    known: createLane({ atOnce: callsAtOnce.known, waiting: maxQueuedKnownKeys }),
    unknown: createLane({
      atOnce: callsAtOnce.unknown,
      waiting: unknownWaiting,
      perSecond: unknownPerSecond,
    }),
  };
  const pauseLengths = new BackOff(pauses, Math.random);
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const pauseSeconds = (): number => Math.max(0, (pausedUntil - now()) / 1000);
  const createRateLimitError = (): OutageError =>
    createUnavailableError('it asked for fewer calls', pauseSeconds());

  const pause = ({ seconds }: ServiceRateLimited): void => {
    // The service refuses concurrent calls together, so their refusals count as one.
    const alreadyPaused = pauseSeconds() > 0;
    const pauseLengthSeconds = Math.max(alreadyPaused ? 0 : pauseLengths.recordFailure(), seconds ?? 0);
    pausedUntil = Math.max(pausedUntil, now() + Math.min(maxPauseSeconds, pauseLengthSeconds) * 1000);
    if (alreadyPaused) return;
    for (const kind of ['known', 'unknown'] as const) {
      const { limiter } = lanes[kind];
      for (let waitingCount = limiter.waiting; waitingCount > 0; waitingCount -= 1)
        observer?.refused(kind, 'limited');
      limiter.refuseWaiting(createRateLimitError());
    }
  };

  /**
   * Checks that a key of this kind may be looked up now.
   * @throws OutageError `identity_unavailable` while the service asked for a pause or fails too often
   */
  const assertMayAsk = (kind: KeyKind): void => {
    const { breaker } = lanes[kind];
    if (pauseSeconds() > 0) {
      observer?.refused(kind, 'limited');
      throw createRateLimitError();
    }
    if (!breaker.isOpen) return;
    observer?.refused(kind, 'failing');
    throw createUnavailableError('it failed too often', breaker.health().seconds_until_retry ?? 0);
  };

  const callService = async (key: string, kind: KeyKind, limitMs: number): Promise<User | null> => {
    assertMayAsk(kind);
    const { breaker } = lanes[kind];
    const startedAt = now();
    const recordCall = (outcome: Parameters<IdentityObserver['called']>[1]) =>
      observer?.called(kind, outcome, (now() - startedAt) / 1000);
    try {
      const { statusCode, headers, body } = await calls.request(url, {
        headers: { apikey: key, accept: 'application/json', 'user-agent': 'modelref' },
        signal: timeout(limitMs),
      });
      const user = await readAnswer(statusCode, headers['retry-after'], body);
      breaker.succeeded();
      if (pauseSeconds() === 0) pauseLengths.recordSuccess();
      recordCall(user ? 'valid' : 'invalid');
      return user;
    } catch (error) {
      if (error instanceof ServiceRateLimited) pause(error);
      else breaker.failed();
      recordCall(error instanceof ServiceRateLimited ? 'limited' : 'failed');
      const waitSeconds = Math.max(pauseSeconds(), breaker.health().seconds_until_retry ?? 0);
      throw createUnavailableError(describeFailure(error, limitMs), waitSeconds);
    }
  };

  return {
    /**
     * Looks up the owner of a key at the service.
     *
     * @param from identifies the caller; waiting callers are served round-robin
     * @param limitMs timeout of the call in milliseconds; the wait before it is not counted
     * @returns null if nobody owns the key
     * @throws OutageError `identity_unavailable` when the service does not respond; `overloaded` when too
     *   many keys are waiting, or the key has waited too long
     */
    ask: async (key: string, kind: KeyKind, from: string, limitMs: number): Promise<User | null> => {
      assertMayAsk(kind);
      try {
        return await lanes[kind].limiter.run(from, () => callService(key, kind, limitMs));
      } catch (error) {
        if (!(error instanceof LimiterFull)) throw error;
        observer?.refused(kind, 'no_place');
        throw createOutageError(
          'overloaded',
          'Too many unknown API keys are waiting to be checked, so this key was not checked.',
          error.retryAfterSeconds,
        );
      }
    },
    health: (): IdentityHealth => ({
      waiting: { known: lanes.known.limiter.waiting, unknown: lanes.unknown.limiter.waiting },
      degraded: pauseSeconds() > 0 || lanes.known.breaker.isOpen || lanes.unknown.breaker.isOpen,
    }),
    /** Refuses the waiting keys and aborts the calls in progress. */
    close: async (): Promise<void> => {
      for (const { limiter } of Object.values(lanes))
        limiter.refuseWaiting(createUnavailableError('this service is stopping', 0));
      await calls.close();
    },
  };
}

/** Thrown when the service asks not to be called for a while. */
class ServiceRateLimited extends InvalidAnswer {
  /** The seconds for which the service asked not to be called; null when it did not say. */
  readonly seconds: number | null;

  constructor(statusCode: number, seconds: number | null) {
    super(`it answered ${statusCode}`);
    this.seconds = seconds;
  }
}

/** Maximum number of stored characters of an account's name. The horde's names are far shorter. */
const maxNameLength = 200;

/**
 * Reads the owner of a key from a response of the service. A 401 or 404 means that nobody owns the key, but
 * only if its body is a JSON object: otherwise it may be the error page of a proxy.
 *
 * @returns null if nobody owns the key, or its owner has no user id
 * @throws ServiceRateLimited on a 429, and on a 503 with `Retry-After`; InvalidAnswer for any other unusable response
 */
async function readAnswer(
  statusCode: number,
  retryAfter: string | string[] | undefined,
  body: { json(): Promise<unknown>; dump(): Promise<void> },
): Promise<User | null> {
  if (statusCode !== 200) {
    const isUnknownKey = (statusCode === 401 || statusCode === 404) && (await isObject(body));
    if (isUnknownKey) return null;
    await body.dump();
    const seconds = parseRetryAfter(retryAfter, Date.now());
    if (statusCode === 429 || (statusCode === 503 && seconds !== null))
      throw new ServiceRateLimited(statusCode, seconds);
    throw new InvalidAnswer(`it answered ${statusCode}`);
  }
  const username = ((await body.json()) as { username?: unknown } | null)?.username;
  if (typeof username !== 'string') throw new InvalidAnswer('its answer has no username');
  const [, name = '', userId] = /^(.*)#(\d{1,20})$/s.exec(username) ?? [];
  if (userId === undefined) return null;
  // This name is stored with the account's actions. If the database altered the name, the stored rows would
  // contradict the audit trail.
  return Object.freeze({ userId, username: `${makeStorable(name.slice(0, maxNameLength))}#${userId}` });
}

async function isObject(body: { json(): Promise<unknown> }): Promise<boolean> {
  const value = await body.json().catch(() => null);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function createUnavailableError(reason: string, seconds: number): OutageError {
  const message = `The identity service is down (${reason}), so the key could not be checked.`;
  return createOutageError('identity_unavailable', message, seconds);
}

function createOutageError(
  code: 'identity_unavailable' | 'overloaded',
  what: string,
  seconds: number,
): OutageError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  return new OutageError(code, `${what} Try again in ${retryAfterSeconds} s.`, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}
