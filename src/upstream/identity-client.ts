import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { request } from 'undici';
import { SingleFlight } from '../concurrency/single-flight.ts';
import { RegistryError } from '../registry/errors.ts';
import type { Identity, User } from '../services/ports/identity.ts';
import { BadAnswer, failureReason } from './failure-reason.ts';
import { limitedAgent } from './limited-agent.ts';

export interface IdentityOptions {
  /** Base URL, with or without a slash at its end; `/v2/find_user` is added. */
  readonly baseUrl: string;
  /** How long a valid key is believed, in seconds; an invalid one at most 10. 0: every call asks. */
  readonly cacheTtlSeconds: number;
  /** Limit of a whole call, and of each of its phases. Default 10,000. */
  readonly timeoutMs?: number;
  /** Monotonic time in milliseconds. */
  readonly now?: () => number;
}

/**
 * Asks the identity service who owns a key. Keys are kept nowhere: answers are remembered by a keyed hash.
 */
export interface IdentityClient extends Identity {
  /** Cuts what is still under way. */
  close(): Promise<void>;
}

const invalidTtlSeconds = 10;
const rememberedKeys = 10_000;
/** Far more than an account with many workers takes. */
const maxAnswerBytes = 1024 * 1024;

export function createIdentityClient(options: IdentityOptions): IdentityClient {
  const { baseUrl, cacheTtlSeconds, timeoutMs = 10_000, now = () => performance.now() } = options;
  const url = `${baseUrl.replace(/\/+$/, '')}/v2/find_user`;
  const agent = limitedAgent({ connections: 32, timeoutMs, maxAnswerBytes });
  const secret = randomBytes(32);
  const memory = { max: rememberedKeys, ttlResolution: 0, perf: { now } };
  // Apart, so that a flood of made-up keys pushes no valid one out.
  const valid = new LRUCache<string, User>({ ...memory, ttl: cacheTtlSeconds * 1000 });
  const invalid = new LRUCache<string, true>({
    ...memory,
    ttl: Math.min(cacheTtlSeconds, invalidTtlSeconds) * 1000,
  });
  const lookUps = new SingleFlight<User | null>();

  const ask = async (key: string): Promise<User | null> => {
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      headers: { apikey: key, accept: 'application/json', 'user-agent': 'modelref' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (statusCode === 200) return userOf(await body.json());
    await body.dump();
    if (statusCode >= 400 && statusCode < 500 && statusCode !== 429) return null;
    throw new BadAnswer(`it answered ${statusCode}`);
  };

  const lookUp = async (hash: string, key: string): Promise<User | null> => {
    const user = await ask(key).catch((error: unknown) => {
      throw unavailable(error, timeoutMs);
    });
    // A time to live of 0 would mean "for ever" to the cache.
    if (cacheTtlSeconds > 0) {
      if (user) valid.set(hash, user);
      else invalid.set(hash, true);
    }
    return user;
  };

  return {
    async authenticate(key) {
      // Anything else cannot be sent as a header, so it is nobody's key.
      if (!/^[\x21-\x7e]+$/.test(key)) throw invalidKey();
      const hash = createHmac('sha256', secret).update(key).digest('base64');
      const known = valid.get(hash);
      if (known) return known;
      if (invalid.has(hash)) throw invalidKey();
      const user = await lookUps.run(hash, () => lookUp(hash, key));
      if (!user) throw invalidKey();
      return user;
    },
    close: () => agent.destroy(),
  };
}

/** @throws BadAnswer */
function userOf(answer: unknown): User | null {
  const username = (answer as { username?: unknown } | null)?.username;
  if (typeof username !== 'string') throw new BadAnswer('its answer has no username');
  const userId = /#(\d+)$/.exec(username)?.[1];
  return userId === undefined ? null : Object.freeze({ userId, username });
}

function invalidKey(): RegistryError {
  return new RegistryError('invalid_key', 'Invalid API key');
}

function unavailable(error: unknown, timeoutMs: number): RegistryError {
  return new RegistryError(
    'identity_unavailable',
    `The identity service is down (${failureReason(error, timeoutMs)}), so the key could not be checked. Try again later.`,
  );
}
