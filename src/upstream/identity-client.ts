import { BackOff } from '../concurrency/back-off.ts';
import { NoPlace, Places } from '../concurrency/places.ts';
import { SingleFlight } from '../concurrency/single-flight.ts';
import { RegistryError } from '../registry/errors.ts';
import type {
  Identity,
  IdentityHealth,
  IdentityObserver,
  KeyKind,
  User,
} from '../services/ports/identity.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { failureReason } from './failure-reason.ts';
import { createFindUser, Limited } from './find-user.ts';
import { IdentityMemory } from './identity-memory.ts';

export interface IdentityOptions {
  /** Base URL, with or without a slash at its end; `/v2/find_user` is added. */
  readonly baseUrl: string;
  /** How long a valid key is believed, in seconds; an invalid one at most 10. 0: every call asks. */
  readonly cacheTtlSeconds: number;
  /**
   * How long a key that was valid is believed while the service gives no answer, in seconds. Not once it has
   * called the key invalid. Default 600.
   */
  readonly staleSeconds?: number;
  /** How many keys that were not valid lately are asked about in a second, on average. Default 10. */
  readonly unknownPerSecond?: number;
  /** How many of them wait to be asked about. Default 50. */
  readonly unknownWaiting?: number;
  /** Limit of a whole call, and of each of its phases. Default 10,000. */
  readonly timeoutMs?: number;
  readonly observer?: IdentityObserver;
  /** Gives the signal that ends a call after so many milliseconds. */
  readonly timeout?: (ms: number) => AbortSignal;
  /** Monotonic time in milliseconds. */
  readonly now?: () => number;
}

const keyKinds: readonly KeyKind[] = ['known', 'unknown'];

/**
 * Asks the identity service who owns a key, and remembers what it said. Keys that were valid lately have
 * places of their own, so that no flood of others, made-up ones for example, is in their way.
 */
export interface IdentityClient extends Identity {
  health(): IdentityHealth;
  /** Cuts what is still under way. */
  close(): Promise<void>;
}

/** Connections. What is over is for keys that were valid lately. */
const callsAtOnce = { known: 24, unknown: 8 };
const knownWaiting = 500;
/** A stranger waits no longer to be asked about, in milliseconds. */
const longestWaitMs = 5_000;
/** Who would be believed anyway is not kept waiting for longer, in milliseconds. */
const believableTimeoutMs = 2_000;
const breakerLimits = { failures: 5, openSeconds: 5 };
/** For how long the service is left alone when it does not say so, and at most, in seconds. */
const pauses = { first: 1, longest: 30 };
const longestPauseSeconds = 3_600;

export function createIdentityClient(options: IdentityOptions): IdentityClient {
  const { baseUrl, cacheTtlSeconds, staleSeconds = 600, timeoutMs = 10_000, observer } = options;
  const { timeout = (ms) => AbortSignal.timeout(ms) } = options;
  const { unknownPerSecond = 10, unknownWaiting = 50, now = () => performance.now() } = options;
  const service = createFindUser(baseUrl, {
    connections: callsAtOnce.known + callsAtOnce.unknown,
    timeoutMs,
  });
  const memory = new IdentityMemory({ cacheTtlSeconds, staleSeconds, now });
  const lookUps = new SingleFlight<User | null>();
  // Apart: what strangers send can make calls fail, but only their own.
  const lanes: Readonly<Record<KeyKind, Lane>> = {
    known: {
      places: new Places({ atOnce: callsAtOnce.known, waiting: knownWaiting, longestWaitMs, now }),
      breaker: new CircuitBreaker({ ...breakerLimits, now }),
    },
    unknown: {
      places: new Places({
        atOnce: callsAtOnce.unknown,
        perSecond: unknownPerSecond,
        waiting: unknownWaiting,
        longestWaitMs,
        now,
      }),
      breaker: new CircuitBreaker({ ...breakerLimits, now }),
    },
  };
  const pauseLengths = new BackOff(pauses, Math.random);
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const pauseSeconds = (): number => Math.max(0, (pausedUntil - now()) / 1000);

  const pause = ({ seconds }: Limited): void => {
    // Calls that were made together are limited together: that is said once.
    const again = pauseSeconds() > 0;
    const length = Math.max(again ? 0 : pauseLengths.failed(), seconds ?? 0);
    pausedUntil = Math.max(pausedUntil, now() + Math.min(longestPauseSeconds, length) * 1000);
    if (again) return;
    // Strangers' keys have used up what others need.
    lanes.unknown.places.slowDown();
    for (const kind of keyKinds) {
      const { places } = lanes[kind];
      for (let left = places.waiting; left > 0; left -= 1) observer?.refused(kind, 'limited');
      places.refuseWaiting(limited());
    }
  };
  const limited = (): RegistryError => unavailable('it asked to be called less', pauseSeconds());

  /** @throws RegistryError identity_unavailable, when the service is not to be asked now */
  const assertMayAsk = (kind: KeyKind): void => {
    const { breaker } = lanes[kind];
    if (pauseSeconds() > 0) {
      observer?.refused(kind, 'limited');
      throw limited();
    }
    if (!breaker.isOpen) return;
    observer?.refused(kind, 'failing');
    throw unavailable('it failed too often', breaker.health().seconds_until_retry ?? 0);
  };

  const ask = async (key: string, kind: KeyKind, limitMs: number): Promise<User | null> => {
    assertMayAsk(kind);
    const { breaker } = lanes[kind];
    const started = now();
    const called = (outcome: Parameters<IdentityObserver['called']>[1]) =>
      observer?.called(kind, outcome, (now() - started) / 1000);
    try {
      const user = await service.ask(key, timeout(limitMs));
      breaker.succeeded();
      if (pauseSeconds() === 0) pauseLengths.succeeded();
      called(user ? 'valid' : 'invalid');
      return user;
    } catch (error) {
      if (error instanceof Limited) pause(error);
      else breaker.failed();
      called(error instanceof Limited ? 'limited' : 'failed');
      const wait = Math.max(pauseSeconds(), breaker.health().seconds_until_retry ?? 0);
      throw unavailable(failureReason(error, limitMs), wait);
    }
  };

  /** @param limitMs of the call itself */
  const lookUp = async (key: string, hash: string, kind: KeyKind, from: string, limitMs: number) => {
    assertMayAsk(kind);
    try {
      const user = await lanes[kind].places.run(from, () => ask(key, kind, limitMs));
      memory.keep(hash, user);
      return user;
    } catch (error) {
      if (!(error instanceof NoPlace)) throw error;
      observer?.refused(kind, 'no_place');
      throw overloaded(error.retryAfterSeconds);
    }
  };

  return {
    async authenticate(key, from = '') {
      // Anything else cannot be sent as a header, so it is nobody's key.
      if (!/^[\x21-\x7e]+$/.test(key)) throw invalidKey();
      const hash = memory.hash(key);
      const remembered = memory.look(hash);
      if (remembered.as === 'invalid') throw invalidKey();
      if (remembered.as === 'valid' && remembered.fresh) return remembered.user;
      const kind: KeyKind = remembered.as === 'valid' ? 'known' : 'unknown';
      const believable = remembered.as === 'valid' && remembered.believable;
      const limitMs = believable ? Math.min(timeoutMs, believableTimeoutMs) : timeoutMs;
      try {
        const user = await lookUps.run(hash, () => lookUp(key, hash, kind, from, limitMs));
        if (user) return user;
      } catch (error) {
        if (!believable || !(error instanceof RegistryError)) throw error;
        observer?.believed();
        return remembered.user;
      }
      throw invalidKey();
    },
    health: () => ({
      waiting: { known: lanes.known.places.waiting, unknown: lanes.unknown.places.waiting },
      degraded: pauseSeconds() > 0 || lanes.known.breaker.isOpen || lanes.unknown.breaker.isOpen,
    }),
    close: async () => {
      for (const kind of keyKinds)
        lanes[kind].places.refuseWaiting(unavailable('nobody asks it any more', 0));
      await service.close();
    },
  };
}

interface Lane {
  readonly places: Places;
  readonly breaker: CircuitBreaker;
}

function invalidKey(): RegistryError {
  return new RegistryError('invalid_key', 'Invalid API key');
}

function unavailable(reason: string, seconds: number): RegistryError {
  return withRetryAfter(
    'identity_unavailable',
    `The identity service is down (${reason}), so the key could not be checked.`,
    seconds,
  );
}

function overloaded(seconds: number): RegistryError {
  return withRetryAfter(
    'overloaded',
    'Too many keys that are not known here wait to be checked, so this one was not.',
    seconds,
  );
}

function withRetryAfter(
  code: 'identity_unavailable' | 'overloaded',
  what: string,
  seconds: number,
): RegistryError {
  const after = Math.max(1, Math.ceil(seconds));
  return new RegistryError(code, `${what} Try again in ${after} s.`, {
    headers: { 'retry-after': String(after) },
  });
}
