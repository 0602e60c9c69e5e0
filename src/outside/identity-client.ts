import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../kernel/concurrency/shared-runs.ts';
import { OutageError, RegistryError } from '../kernel/errors.ts';
import type { Identity, User } from '../kernel/identity.ts';
import type { IdentityHealth, IdentityObserver, KeyKind } from './identity.ts';
import { createIdentityLanes } from './identity-lanes.ts';

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

/**
 * Asks the identity service who owns a key, and remembers what it said. Keys that were valid lately have
 * places of their own, so that no flood of others, made-up ones for example, is in their way.
 */
export interface IdentityClient extends Identity {
  health(): IdentityHealth;
  /** Cuts what is still under way. */
  close(): Promise<void>;
}

/** Who would be believed anyway is not kept waiting for longer, in milliseconds. */
const believableTimeoutMs = 2_000;
const invalidTtlSeconds = 10;
/** A key that was valid so lately is no stranger's, whatever the settings say about believing it. */
const latelySeconds = 600;
const rememberedKeys = 10_000;

export function createIdentityClient(options: IdentityOptions): IdentityClient {
  const { baseUrl, cacheTtlSeconds, staleSeconds = 600, timeoutMs = 10_000, observer } = options;
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
  // Keys themselves are kept nowhere: only a keyed hash is.
  const secret = randomBytes(32);
  const memory = { max: rememberedKeys, ttlResolution: 0, perf: { now } };
  // Apart, so that a flood of made-up keys pushes no valid one out.
  const valid = new LRUCache<string, { readonly user: User; readonly at: number }>({
    ...memory,
    ttl: Math.max(cacheTtlSeconds, staleSeconds, latelySeconds) * 1000,
  });
  const invalid = new LRUCache<string, true>({
    ...memory,
    ttl: Math.min(cacheTtlSeconds, invalidTtlSeconds) * 1000,
  });
  const lookUps = new SingleFlight<User | null>();

  const lookUp = async (key: string, hash: string, kind: KeyKind, from: string, limitMs: number) => {
    const user = await lanes.ask(key, kind, from, limitMs);
    if (user) {
      valid.set(hash, { user, at: now() });
      invalid.delete(hash);
      return user;
    }
    valid.delete(hash);
    // A time to live of 0 would mean "for ever" to the cache.
    if (cacheTtlSeconds > 0) invalid.set(hash, true);
    return null;
  };

  return {
    async authenticate(key, from = '') {
      // Anything else cannot be sent as a header, so it is nobody's key.
      if (!/^[\x21-\x7e]+$/.test(key)) throw invalidKey();
      const hash = createHmac('sha256', secret).update(key).digest('base64');
      const known = valid.get(hash);
      if (!known && invalid.has(hash)) throw invalidKey();
      const seconds = known ? (now() - known.at) / 1000 : Number.POSITIVE_INFINITY;
      if (known && seconds < cacheTtlSeconds) return known.user;
      const believed = seconds <= staleSeconds && staleSeconds > 0 ? known?.user : undefined;
      const limitMs = believed ? Math.min(timeoutMs, believableTimeoutMs) : timeoutMs;
      try {
        const kind: KeyKind = known ? 'known' : 'unknown';
        const user = await lookUps.run(hash, () => lookUp(key, hash, kind, from, limitMs));
        if (user) return user;
      } catch (error) {
        if (!believed || !(error instanceof OutageError)) throw error;
        observer?.believed();
        return believed;
      }
      throw invalidKey();
    },
    health: lanes.health,
    close: lanes.close,
  };
}

function invalidKey(): RegistryError {
  return new RegistryError('invalid_key', 'Invalid API key');
}
