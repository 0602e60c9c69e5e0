import { BackOff } from '../kernel/concurrency/back-off.ts';
import { NoPlace, Places } from '../kernel/concurrency/places.ts';
import { OutageError } from '../kernel/errors.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { failureReason } from './failure-reason.ts';
import { createFindUser, Limited } from './find-user.ts';
import type { IdentityHealth, IdentityObserver, KeyKind, User } from './identity.ts';

export interface IdentityLanesOptions {
  readonly baseUrl: string;
  /** How many keys that were not valid lately are asked about in a second, on average. */
  readonly unknownPerSecond: number;
  /** How many of them wait to be asked about. */
  readonly unknownWaiting: number;
  /** Limit of each phase of a call. */
  readonly timeoutMs: number;
  /** Gives the signal that ends a call after so many milliseconds. */
  readonly timeout: (ms: number) => AbortSignal;
  readonly observer: IdentityObserver | undefined;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/** The way to the identity service: a lane for keys that were valid lately, one for all others. */
export interface IdentityLanes {
  /**
   * @param from who waits: callers take turns
   * @param limitMs of the call itself, in milliseconds
   * @throws OutageError `identity_unavailable`, or `overloaded` when too many wait already
   */
  ask(key: string, kind: KeyKind, from: string, limitMs: number): Promise<User | null>;
  health(): IdentityHealth;
  /** Cuts what is still under way. */
  close(): Promise<void>;
}

interface Lane {
  readonly places: Places;
  readonly breaker: CircuitBreaker;
}

const keyKinds: readonly KeyKind[] = ['known', 'unknown'];

/** Connections. What is over is for keys that were valid lately. */
const callsAtOnce = { known: 24, unknown: 8 };
const knownWaiting = 500;
/** A stranger waits no longer to be asked about, in milliseconds. */
const longestWaitMs = 5_000;
const breakerLimits = { failures: 5, openSeconds: 5 };
/** For how long the service is left alone when it does not say so, and at most, in seconds. */
const pauses = { first: 1, longest: 30 };
const longestPauseSeconds = 3_600;

export function createIdentityLanes(options: IdentityLanesOptions): IdentityLanes {
  const { baseUrl, unknownPerSecond, unknownWaiting, timeoutMs, timeout, observer, now } = options;
  const service = createFindUser(baseUrl, {
    connections: callsAtOnce.known + callsAtOnce.unknown,
    timeoutMs,
  });
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
  const limited = (): OutageError => unavailable('it asked to be called less', pauseSeconds());

  /** @throws OutageError identity_unavailable, when the service is not to be asked now */
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

  const callNow = async (key: string, kind: KeyKind, limitMs: number): Promise<User | null> => {
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

  return {
    ask: async (key, kind, from, limitMs) => {
      assertMayAsk(kind);
      try {
        return await lanes[kind].places.run(from, () => callNow(key, kind, limitMs));
      } catch (error) {
        if (!(error instanceof NoPlace)) throw error;
        observer?.refused(kind, 'no_place');
        throw overloaded(error.retryAfterSeconds);
      }
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

function unavailable(reason: string, seconds: number): OutageError {
  return withRetryAfter(
    'identity_unavailable',
    `The identity service is down (${reason}), so the key could not be checked.`,
    seconds,
  );
}

function overloaded(seconds: number): OutageError {
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
): OutageError {
  const after = Math.max(1, Math.ceil(seconds));
  return new OutageError(code, `${what} Try again in ${after} s.`, {
    headers: { 'retry-after': String(after) },
  });
}
