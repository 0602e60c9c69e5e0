import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { User } from './identity.ts';

export interface IdentityMemoryOptions {
  /** How long a valid key is believed without asking, in seconds; an invalid one at most 10. */
  readonly cacheTtlSeconds: number;
  /** How long a valid key is believed while it cannot be asked about, in seconds. */
  readonly staleSeconds: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/** What is remembered of a key. */
export type Remembered =
  | {
      readonly as: 'valid';
      readonly user: User;
      /** Needs no question. */
      readonly fresh: boolean;
      /** May still be believed when there is no answer to be had. */
      readonly believable: boolean;
    }
  | { readonly as: 'invalid' }
  | { readonly as: 'unknown' };

const invalidTtlSeconds = 10;
/** A key that was valid so lately is no stranger's, whatever the settings say about believing it. */
const latelySeconds = 600;
const rememberedKeys = 10_000;
const unknown: Remembered = { as: 'unknown' };
const invalid: Remembered = { as: 'invalid' };

/** What the identity service has said about keys. These themselves are kept nowhere: only a keyed hash is. */
export class IdentityMemory {
  readonly #options: IdentityMemoryOptions;
  readonly #secret = randomBytes(32);
  // Apart, so that a flood of made-up keys pushes no valid one out.
  readonly #valid: LRUCache<string, { readonly user: User; readonly at: number }>;
  readonly #invalid: LRUCache<string, true>;

  constructor(options: IdentityMemoryOptions) {
    const { cacheTtlSeconds, staleSeconds, now } = options;
    this.#options = options;
    const memory = { max: rememberedKeys, ttlResolution: 0, perf: { now } };
    const seconds = Math.max(cacheTtlSeconds, staleSeconds, latelySeconds);
    this.#valid = new LRUCache({ ...memory, ttl: seconds * 1000 });
    this.#invalid = new LRUCache({ ...memory, ttl: Math.min(cacheTtlSeconds, invalidTtlSeconds) * 1000 });
  }

  hash(key: string): string {
    return createHmac('sha256', this.#secret).update(key).digest('base64');
  }

  look(hash: string): Remembered {
    const known = this.#valid.get(hash);
    if (!known) return this.#invalid.has(hash) ? invalid : unknown;
    const { cacheTtlSeconds, staleSeconds, now } = this.#options;
    const seconds = (now() - known.at) / 1000;
    return {
      as: 'valid',
      user: known.user,
      fresh: seconds < cacheTtlSeconds,
      believable: seconds <= staleSeconds && staleSeconds > 0,
    };
  }

  /** Keeps an answer of the service; null: the key is nobody's, whatever was known of it before. */
  keep(hash: string, user: User | null): void {
    if (user) {
      this.#valid.set(hash, { user, at: this.#options.now() });
      this.#invalid.delete(hash);
      return;
    }
    this.#valid.delete(hash);
    // A time to live of 0 would mean "for ever" to the cache.
    if (this.#options.cacheTtlSeconds > 0) this.#invalid.set(hash, true);
  }
}
