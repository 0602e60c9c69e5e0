import { SingleFlight } from '../kernel/concurrency/shared-runs.ts';
import { OutageError, RegistryError } from '../kernel/errors.ts';
import type { Identity, IdentityHealth, IdentityObserver, KeyKind, User } from './identity.ts';
import { createIdentityLanes } from './identity-lanes.ts';
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
  const memory = new IdentityMemory({ cacheTtlSeconds, staleSeconds, now });
  const lookUps = new SingleFlight<User | null>();
  const lookUp = async (key: string, hash: string, kind: KeyKind, from: string, limitMs: number) => {
    const user = await lanes.ask(key, kind, from, limitMs);
    memory.keep(hash, user);
    return user;
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
        if (!believable || !(error instanceof OutageError)) throw error;
        observer?.believed();
        return remembered.user;
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
