import { request } from 'undici';
import { BackOff } from '../kernel/concurrency/back-off.ts';
import { NoPlace, Places, type PlacesOptions } from '../kernel/concurrency/places.ts';
import { OutageError } from '../kernel/errors.ts';
import type { User } from '../kernel/identity.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { BadAnswer, failureReason } from './failure-reason.ts';
import type { IdentityHealth, IdentityObserver, KeyKind } from './identity.ts';
import { limitedAgent } from './limited-agent.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** Connections. What is over is for keys that were valid lately. */
const callsAtOnce = { known: 24, unknown: 8 };
const knownWaiting = 500;
/** Nobody waits longer to be asked about, in milliseconds. */
const longestWaitMs = 5_000;
const breakerLimits = { failures: 5, openSeconds: 5 };
/** For how long the service is left alone when it does not say so, and at most, in seconds. */
const pauses = { first: 1, longest: 30 };
const longestPauseSeconds = 3_600;
/** Far more than an account with many workers takes. */
const maxAnswerBytes = 1024 * 1024;

/** The way to the identity service: a lane for keys that were valid lately, one for all others. */
export function createIdentityLanes({
  baseUrl,
  unknownPerSecond,
  unknownWaiting,
  timeoutMs,
  timeout,
  observer,
  now,
}: {
  baseUrl: string;
  unknownPerSecond: number;
  unknownWaiting: number;
  /** Limit of each phase of a call. */
  timeoutMs: number;
  timeout: (ms: number) => AbortSignal;
  observer: IdentityObserver | undefined;
  now: () => number;
}) {
  const url = `${baseUrl.replace(/\/+$/, '')}/v2/find_user`;
  const connections = callsAtOnce.known + callsAtOnce.unknown;
  const agent = limitedAgent({ connections, timeoutMs, maxAnswerBytes });
  const laneOf = (limits: Pick<PlacesOptions, 'atOnce' | 'waiting' | 'perSecond'>) => ({
    places: new Places({ ...limits, longestWaitMs, now }),
    breaker: new CircuitBreaker({ ...breakerLimits, now }),
  });
  // Apart: what strangers send can make calls fail, but only their own.
  const lanes = {
    known: laneOf({ atOnce: callsAtOnce.known, waiting: knownWaiting }),
    unknown: laneOf({
      atOnce: callsAtOnce.unknown,
      waiting: unknownWaiting,
      perSecond: unknownPerSecond,
    }),
  };
  const pauseLengths = new BackOff(pauses, Math.random);
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const pauseSeconds = (): number => Math.max(0, (pausedUntil - now()) / 1000);
  const limited = (): OutageError => unavailable('it asked to be called less', pauseSeconds());

  const pause = ({ seconds }: Limited): void => {
    // Calls that were made together are limited together: that is said once.
    const again = pauseSeconds() > 0;
    const length = Math.max(again ? 0 : pauseLengths.failed(), seconds ?? 0);
    pausedUntil = Math.max(pausedUntil, now() + Math.min(longestPauseSeconds, length) * 1000);
    if (again) return;
    for (const kind of ['known', 'unknown'] as const) {
      const { places } = lanes[kind];
      for (let left = places.waiting; left > 0; left -= 1) observer?.refused(kind, 'limited');
      places.refuseWaiting(limited());
    }
  };

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
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        headers: { apikey: key, accept: 'application/json', 'user-agent': 'modelref' },
        signal: timeout(limitMs),
      });
      const user = await readAnswer(statusCode, headers['retry-after'], body);
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
    /**
     * @param from who waits: callers take turns
     * @param limitMs of the call itself, in milliseconds
     * @returns null when the key is nobody's
     * @throws OutageError `identity_unavailable`, or `overloaded` when too many wait already
     */
    ask: async (key: string, kind: KeyKind, from: string, limitMs: number): Promise<User | null> => {
      assertMayAsk(kind);
      try {
        return await lanes[kind].places.run(from, () => callNow(key, kind, limitMs));
      } catch (error) {
        if (!(error instanceof NoPlace)) throw error;
        observer?.refused(kind, 'no_place');
        throw outage(
          'overloaded',
          'Too many keys that are not known here wait to be checked, so this one was not.',
          error.retryAfterSeconds,
        );
      }
    },
    health: (): IdentityHealth => ({
      waiting: { known: lanes.known.places.waiting, unknown: lanes.unknown.places.waiting },
      degraded: pauseSeconds() > 0 || lanes.known.breaker.isOpen || lanes.unknown.breaker.isOpen,
    }),
    /** Cuts what is still under way. */
    close: async (): Promise<void> => {
      for (const { places } of Object.values(lanes))
        places.refuseWaiting(unavailable('nobody asks it any more', 0));
      await agent.destroy();
    },
  };
}

/** The service asks to be left alone for a while. */
class Limited extends BadAnswer {
  /** Null: it did not say for how long. */
  readonly seconds: number | null;

  constructor(statusCode: number, seconds: number | null) {
    super(`it answered ${statusCode}`);
    this.seconds = seconds;
  }
}

/**
 * @returns null when the key is nobody's
 * @throws Limited on a 429, and on a 503 that says when to come again; BadAnswer when the answer is of no use
 */
async function readAnswer(
  statusCode: number,
  retryAfter: string | string[] | undefined,
  body: { json(): Promise<unknown>; dump(): Promise<void> },
): Promise<User | null> {
  if (statusCode !== 200) {
    await body.dump();
    const seconds = retryAfterSeconds(retryAfter, Date.now());
    if (statusCode === 429 || (statusCode === 503 && seconds !== null))
      throw new Limited(statusCode, seconds);
    if (statusCode >= 400 && statusCode < 500) return null;
    throw new BadAnswer(`it answered ${statusCode}`);
  }
  const username = ((await body.json()) as { username?: unknown } | null)?.username;
  if (typeof username !== 'string') throw new BadAnswer('its answer has no username');
  const userId = /#(\d+)$/.exec(username)?.[1];
  return userId === undefined ? null : Object.freeze({ userId, username });
}

function unavailable(reason: string, seconds: number): OutageError {
  return outage(
    'identity_unavailable',
    `The identity service is down (${reason}), so the key could not be checked.`,
    seconds,
  );
}

function outage(code: 'identity_unavailable' | 'overloaded', what: string, seconds: number): OutageError {
  const after = Math.max(1, Math.ceil(seconds));
  return new OutageError(code, `${what} Try again in ${after} s.`, {
    headers: { 'retry-after': String(after) },
  });
}
