import { hash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { OutageError } from '../kernel/errors.ts';
import { isJsonObject, type JsonValue } from '../kernel/json.ts';
import type { CanonicalFormat } from '../records/categories/category.ts';
import { openHttpCalls } from './http-calls.ts';
import { describeFailure, InvalidAnswer, openServiceCalls } from './service-calls.ts';

/**
 * The primary's response to a read of a whole category in one format. `same`: the category still has the ETag
 * that the caller sent. `none`: the primary has no such category.
 */
export type PrimaryView =
  | { readonly kind: 'text'; readonly text: string; readonly etag: string | null }
  | { readonly kind: 'same' }
  | { readonly kind: 'none' };

/**
 * Reads from the primary of a replica. The primary is another instance of this service, or the Python
 * service, which has the same protocol. Failures throw an Error whose message may be logged. All calls are
 * limited in time and size, and end early when `signal` aborts.
 */
export interface Primary {
  /** The base URL of the primary, without a trailing slash. */
  readonly url: string;
  /**
   * Listens to the stream of model changes. Resolves when the primary ends the stream.
   * @param onHeard called when the stream has begun, and at each change
   */
  listen(onHeard: () => void, signal: AbortSignal): Promise<void>;
  /**
   * Reads a whole category.
   * @param etag the ETag of the text that the caller already has; null if there is none
   */
  view(
    format: CanonicalFormat,
    category: string,
    etag: string | null,
    signal: AbortSignal,
  ): Promise<PrimaryView>;
  /**
   * Reads a document of the primary, such as the export of a catalogue.
   * @param path the path under the base URL
   * @param etag the ETag of the document that the caller already has; null if there is none
   */
  document(path: string, etag: string | null, signal: AbortSignal): Promise<PrimaryView>;
  /** Returns the format in which the primary accepts writes; null if its response names none. */
  canonicalFormat(signal: AbortSignal): Promise<CanonicalFormat | null>;
}

export interface PrimaryOptions {
  /** The base URL of the API, with or without a trailing slash; `/model_references/…` is added. */
  readonly baseUrl: string;
  /** Timeout, in milliseconds, of a call or of the opening of a stream. */
  readonly timeoutMs: number;
  /**
   * Maximum time, in milliseconds, without data from a stream; after that the stream counts as broken.
   * Default 45,000. The registry's own streams send something every 15 seconds.
   */
  readonly silenceMs?: number;
}

/** The primary over HTTP. */
export interface PrimaryClient extends Primary {
  /** Aborts the calls and streams in progress. */
  close(): Promise<void>;
}

/** Maximum size of a response, in bytes; far larger than any category. */
const maxAnswerBytes = 256 * 1024 * 1024;
const versions = { v2: 'v2', legacy: 'v1' } as const;

/** Returns the path of a category under the base URL. */
export function categoryPath(format: CanonicalFormat, category: string): string {
  return `/model_references/${versions[format]}/${category}`;
}

export function createPrimaryClient(options: PrimaryOptions): PrimaryClient {
  const { timeoutMs, silenceMs = 45_000 } = options;
  const url = options.baseUrl.replace(/\/+$/, '');
  const calls = openServiceCalls({ connections: 4, timeoutMs, maxAnswerBytes });
  // Streams have no end, so neither their size nor their duration is limited.
  const streamCalls = openHttpCalls({
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: silenceMs,
  });

  const readError = (path: string, error: unknown) =>
    new OutageError(
      'primary_unavailable',
      `${url}${path} cannot be read: ${describeFailure(error, timeoutMs)}.`,
      { cause: error },
    );
  const ask = async <T>(
    path: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    take: (answer: Dispatcher.ResponseData) => Promise<T>,
  ): Promise<T> => {
    try {
      const answer = await calls.request(`${url}${path}`, {
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...userAgentHeader,
          ...headers,
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      return await take(answer);
    } catch (error) {
      throw readError(path, error);
    }
  };

  const document: Primary['document'] = (path, etag, signal) =>
    ask<PrimaryView>(
      path,
      etag === null ? {} : { 'if-none-match': etag },
      signal,
      async ({ statusCode, headers, body }) => {
        if (statusCode === 200) {
          const name = headers.etag;
          const bytes = Buffer.from(await body.arrayBuffer());
          checkDigest(bytes, headers);
          return { kind: 'text', text: bytes.toString(), etag: typeof name === 'string' ? name : null };
        }
        if (statusCode === 404 && isJsonObject(await body.json())) return { kind: 'none' };
        await body.dump();
        if (statusCode === 304 && etag !== null) return { kind: 'same' };
        throw new InvalidAnswer(`it answered ${statusCode}`);
      },
    );

  return {
    url,

    async listen(onHeard, signal) {
      const path = '/model_references/v2/feed/stream';
      const openAbort = new AbortController();
      const openTimer = setTimeout(() => openAbort.abort(new DOMException('', 'TimeoutError')), timeoutMs);
      try {
        const { statusCode, headers, body } = await streamCalls.request(`${url}${path}`, {
          headers: { accept: 'text/event-stream', ...userAgentHeader },
          signal: AbortSignal.any([signal, openAbort.signal]),
        });
        if (statusCode !== 200 || !String(headers['content-type']).startsWith('text/event-stream')) {
          await body.dump();
          throw new InvalidAnswer(`it answered ${statusCode} without an event stream`);
        }
        let isFirst = true;
        for await (const piece of body) {
          // The timer runs until the first chunk, because a proxy that buffers the whole stream sends none in
          // time.
          clearTimeout(openTimer);
          if (isFirst || /^event: (?:model|catalogue)$/m.test(String(piece))) onHeard();
          isFirst = false;
        }
      } catch (error) {
        throw readError(path, error);
      } finally {
        clearTimeout(openTimer);
      }
    },

    view: (format, category, etag, signal) => document(categoryPath(format, category), etag, signal),

    document,

    canonicalFormat: (signal) =>
      ask('/replicate_mode', {}, signal, async ({ statusCode, body }) => {
        if (statusCode === 200) return parseCanonicalFormat((await body.json()) as JsonValue);
        await body.dump();
        return null;
      }),

    close: async () => {
      await Promise.all([calls.close(), streamCalls.close()]);
    },
  };
}

/** Returns the format in a response of `/replicate_mode`; null if it names none. */
export function parseCanonicalFormat(answer: JsonValue): CanonicalFormat | null {
  const format = isJsonObject(answer) ? String(answer.canonical_format).toLowerCase() : null;
  return format === 'v2' || format === 'legacy' ? format : null;
}

/**
 * Checks the bytes of a response against its `Repr-Digest` (RFC 9530), if it has one with a SHA-256.
 * @throws InvalidAnswer when they differ
 */
function checkDigest(bytes: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): void {
  const expectedDigest = /(?:^|,)\s*sha-256=:([\w+/]+=*):/.exec(String(headers['repr-digest'] ?? ''))?.[1];
  if (expectedDigest === undefined || expectedDigest === hash('sha256', bytes, 'base64')) return;
  throw new InvalidAnswer('its body does not match its Repr-Digest');
}

const userAgentHeader = { 'user-agent': 'modelref-replica' };
