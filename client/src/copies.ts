import type { Cache } from './cache.ts';
import type { Connection } from './connection.ts';
import { ApiError, isUnrouted } from './errors.ts';
import { canHash, sha256Base64 } from './hashes.ts';
import type { CallOptions } from './typed-paths.ts';

/** A value that was read, and how current it is. */
export interface Copy<T> {
  readonly value: T;
  readonly etag: string | null;
  /** Unix milliseconds at which the registry last confirmed this value. */
  readonly asOf: number;
  /** Seconds since `asOf`, plus the replica's own delay when a replica responded. */
  readonly ageSeconds: number;
  /**
   * True: the registry sent no usable response; `value` is an earlier copy and `error` the reason. False:
   * `value` comes from the registry's response and `error` is null.
   */
  readonly stale: boolean;
  readonly error: ApiError | null;
}

interface StoredCopy {
  readonly etag: string | null;
  readonly asOf: number;
  readonly text: string;
}

/** The text to use instead of a 404 response. */
interface Fallback {
  readonly notFoundText?: string | undefined;
}

/**
 * Reads paths of the registry and caches the responses. Returns the cached copy while the registry does not
 * respond.
 */
export class Copies {
  readonly #connection: Connection;
  readonly #cache: Cache | undefined;

  constructor(connection: Connection, cache?: Cache) {
    this.#connection = connection;
    this.#cache = cache;
  }

  /**
   * Reads a path from the registry. Returns the last good copy when the registry sends no usable response.
   *
   * @param parse converts the text of the response to the value
   * @param notFoundText the text to use when the registry responds with 404; without it, a 404 is an error
   * @throws ApiError when the registry refuses the read, or when there is neither a usable response nor a
   *   copy
   */
  async read<T>(
    path: string,
    parse: (text: string) => T,
    { notFoundText, ...options }: CallOptions & Fallback = {},
  ): Promise<Copy<T>> {
    const key = this.#connection.server + path;
    const storedCopy = await this.#readStoredCopy(key);
    try {
      const freshCopy = await this.#ask(path, storedCopy, notFoundText, options);
      const value = parseAnswer(freshCopy.text, parse, path);
      if (freshCopy !== storedCopy) await this.#cache?.set(key, JSON.stringify(freshCopy));
      return copyOf(value, freshCopy, null);
    } catch (error) {
      if (!(error instanceof ApiError) || !isTransient(error)) throw error;
      if (storedCopy === null || options.signal?.aborted) throw error;
      return copyOf(parse(storedCopy.text), storedCopy, error);
    }
  }

  async #readStoredCopy(key: string): Promise<StoredCopy | null> {
    const text = await this.#cache?.get(key).catch(() => null);
    try {
      const { etag, asOf, text: body } = JSON.parse(text ?? '') as StoredCopy;
      return typeof body === 'string' && typeof asOf === 'number' ? { etag, asOf, text: body } : null;
    } catch {
      return null;
    }
  }

  async #ask(
    path: string,
    storedCopy: StoredCopy | null,
    fallbackText: string | undefined,
    options: CallOptions,
  ): Promise<StoredCopy> {
    const askedAt = Date.now();
    const headers: Record<string, string> = storedCopy?.etag ? { 'if-none-match': storedCopy.etag } : {};
    try {
      const answer = await this.#connection.call('GET', path, { ...options, headers });
      const age = Number(answer.headers.get('age') ?? 0);
      const asOf = askedAt - (Number.isFinite(age) ? age * 1000 : 0);
      if (answer.status === 304) {
        if (storedCopy) return { ...storedCopy, asOf };
        throw invalidAnswerError(path, 'status 304, but the request had no ETag');
      }
      const { text } = answer;
      const etag = answer.headers.get('etag');
      if (await isDamaged(text, answer.headers))
        throw invalidAnswerError(path, 'the body does not match its Repr-Digest');
      return { etag, asOf, text };
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'not-found') throw error;
      if (isUnrouted(error)) throw invalidAnswerError(path, 'the server does not have this path', 404);
      if (fallbackText !== undefined) return { etag: null, asOf: askedAt, text: fallbackText };
      throw error;
    }
  }
}

/** Returns whether a failure may be temporary. If so, `read` returns the stored copy instead of throwing. */
function isTransient({ kind }: ApiError): boolean {
  return ['unreachable', 'timeout', 'bad-answer', 'unavailable', 'too-many', 'server-error'].includes(kind);
}

/**
 * Returns whether a response does not match its `Repr-Digest` (RFC 9530). Returns false when this cannot be
 * checked: on a platform that cannot hash, and for a compressed response, whose digest covers the compressed
 * bytes.
 */
async function isDamaged(text: string, headers: Headers): Promise<boolean> {
  if (!canHash || headers.has('content-encoding')) return false;
  const digest = /(?:^|,)\s*sha-256=:([\w+/]+=*):/.exec(headers.get('repr-digest') ?? '')?.[1];
  return digest !== undefined && digest !== (await sha256Base64(text));
}

function parseAnswer<T>(text: string, parse: (text: string) => T, path: string): T {
  try {
    return parse(text);
  } catch (error) {
    throw invalidAnswerError(path, (error as Error).message);
  }
}

export function invalidAnswerError(path: string, why: string, status = 200): ApiError {
  return new ApiError(status, `Unexpected answer to ${path}: ${why}.`, {
    kind: 'bad-answer',
  });
}

function copyOf<T>(value: T, { etag, asOf }: StoredCopy, error: ApiError | null): Copy<T> {
  const ageSeconds = Math.max(0, Math.floor((Date.now() - asOf) / 1000));
  return { value, etag, asOf, ageSeconds, stale: error !== null, error };
}
