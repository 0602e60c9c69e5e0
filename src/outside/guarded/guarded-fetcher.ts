import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { openHttpCalls } from '../http-calls.ts';
import { anyLookup, findRefusedAddress, publicOnlyLookup, type Resolve } from '../public-address.ts';
import {
  type RemoteAnswer,
  RemoteFailure,
  type RemoteFiles,
  type RemoteHeaders,
  type RemoteRedirect,
  type RemoteRequest,
} from '../remote-files.ts';
import { describeFailure } from '../service-calls.ts';
import { type Destination, type DestinationOptions, Destinations } from './destinations.ts';
import { type HostLimitOptions, HostLimits } from './host-limits.ts';

export type GuardedFetcherOptions = Partial<DestinationOptions> & GuardedCallOptions;

export interface GuardedFetcher extends RemoteFiles {
  /** Aborts the calls in progress. */
  close(): Promise<void>;
}

const maxRedirects = 6;
const defaultBytes = 1024 * 1024;
/**
 * Maximum number of bytes of a redirect's body that are read and discarded, so that the connection can be
 * reused.
 */
const redirectBodyBytes = 16 * 1024;

export function createGuardedFetcher(options: GuardedFetcherOptions = {}): GuardedFetcher {
  const { allowedHosts = [], mirrors = {}, tokens = {} } = options;
  const destinations = new Destinations({ allowedHosts, mirrors, tokens });
  const calls = createGuardedCalls(options);

  /** Returns the next destination if the response is a redirect that the request follows; otherwise null. */
  const nextDestination = (
    from: Destination,
    { status, headers }: { status: number; headers: RemoteHeaders },
    follow: RemoteRequest['redirects'] = 'all',
  ): Destination | null => {
    if (follow === 'none' || !redirectStatuses.has(status) || headers.location === undefined) return null;
    const to = destinations.after(from, headers.location);
    return follow === 'same-host' && to.url.host !== from.url.host ? null : to;
  };

  return {
    async open(request) {
      const { method, url, maxBytes = defaultBytes, timeoutMs = defaultTimeoutMs } = request;
      let destination = destinations.of(url);
      let leaveHost = () => {};
      const timeoutAbort = new AbortController();
      const timer = setTimeout(() => {
        timeoutAbort.abort(new DOMException('', 'TimeoutError'));
        leaveHost();
      }, timeoutMs);
      const release = () => {
        clearTimeout(timer);
        leaveHost();
      };
      const createFailure = (error: unknown) => createCallFailure(error, destination.url.host, timeoutMs);
      const redirects: RemoteRedirect[] = [];
      try {
        for (;;) {
          const answer = await calls.call(destination, request, timeoutAbort.signal);
          const { status, headers, body } = answer;
          leaveHost = answer.releaseSlot;
          const nextStop = nextDestination(destination, answer, request.redirects);
          if (nextStop === null) {
            // Without a body the slot is free at once.
            if (method === 'HEAD') release();
            const url = destination.url.href;
            return createRemoteAnswer({
              status,
              headers,
              redirects,
              url,
              body,
              maxBytes,
              createFailure,
              release,
            });
          }
          // The body is discarded; an error here would recur at the next call.
          await body.dump({ limit: redirectBodyBytes, signal: timeoutAbort.signal }).catch(() => {});
          leaveHost();
          redirects.push({ status, from: destination.url.href, to: nextStop.url.href, headers });
          if (redirects.length > maxRedirects) {
            throw new RemoteFailure(
              'too_many_redirects',
              `${destination.url.host} redirects more than ${maxRedirects} times.`,
            );
          }
          destination = nextStop;
        }
      } catch (error) {
        release();
        throw createFailure(error);
      }
    },
    close: calls.close,
  };
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * Creates the RemoteFailure for a failed call. Its message contains at most the host, never a path, query or
 * header. Returns a RemoteFailure unchanged.
 */
function createCallFailure(error: unknown, host: string, timeoutMs: number): RemoteFailure {
  if (error instanceof RemoteFailure) return error;
  const refusedAddress = findRefusedAddress(error);
  if (refusedAddress)
    return new RemoteFailure('refused_address', `${refusedAddress.message}.`, { cause: error });
  const reason = describeFailure(error, timeoutMs);
  const { name = '', code = '' } = error as { name?: string; code?: string };
  if (code === 'UND_ERR_MAX_ORIGINS_REACHED') {
    return new RemoteFailure('host_busy', 'Too many hosts are already being called.', { cause: error });
  }
  const isTimeout = name === 'TimeoutError' || /TIMEOUT/.test(code);
  return new RemoteFailure(isTimeout ? 'timed_out' : 'unreachable', `${host}: ${reason}.`, { cause: error });
}

interface AnswerParts extends Pick<RemoteAnswer, 'status' | 'headers' | 'redirects' | 'url'> {
  readonly body: AsyncIterable<Uint8Array> & { destroy(): unknown };
  readonly maxBytes: number;
  /** Creates the RemoteFailure for an error that occurs while the body is read. */
  readonly createFailure: (error: unknown) => RemoteFailure;
  /**
   * Stops the timer of the request and releases its slot at the host. Called when nothing more is read;
   * further calls do nothing.
   */
  readonly release: () => void;
}

function createRemoteAnswer({
  body,
  maxBytes,
  createFailure,
  release,
  ...answerHead
}: AnswerParts): RemoteAnswer {
  const limitedBody = limitBody(body, answerHead.headers['content-encoding'], {
    maxBytes,
    createFailure,
    release,
  });
  return {
    ...answerHead,
    body: limitedBody,
    bytes: () => readFirstBytes(limitedBody, Number.POSITIVE_INFINITY),
    first: (count) => readFirstBytes(limitedBody, count),
    [Symbol.asyncDispose]: async () => {
      body.destroy();
      release();
    },
  };
}

/**
 * Yields the bytes of a body.
 * @throws RemoteFailure when the body is compressed or has more than `maxBytes` bytes
 */
async function* limitBody(
  body: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  { maxBytes, createFailure, release }: Pick<AnswerParts, 'maxBytes' | 'createFailure' | 'release'>,
): AsyncGenerator<Uint8Array> {
  let bytesRead = 0;
  try {
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      // Not decompressed: a few bytes could expand without limit.
      throw new RemoteFailure(
        'unreachable',
        `The host sent its answer in the encoding ${encoding.slice(0, 40)}, which was not requested.`,
      );
    }
    for await (const chunk of body) {
      bytesRead += chunk.length;
      if (bytesRead <= maxBytes) {
        yield chunk;
        continue;
      }
      const allowedBytes = chunk.length - (bytesRead - maxBytes);
      if (allowedBytes > 0) yield chunk.subarray(0, allowedBytes);
      throw new RemoteFailure('too_large', `The host sent more than ${maxBytes} bytes.`);
    }
  } catch (error) {
    throw createFailure(error);
  } finally {
    release();
  }
}

/** Returns the first `count` bytes of a body, or all if there are fewer. Leaves the rest unread. */
async function readFirstBytes(body: AsyncIterable<Uint8Array>, count: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytesLeft = count;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, bytesLeft));
    bytesLeft -= chunk.length;
    if (bytesLeft <= 0) break;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

interface GuardedCallOptions {
  /** Maximum number of concurrent calls to one host. Default 4. Another 200 calls may wait. */
  readonly atOnce?: number;
  /**
   * Maximum number of calls that start per second, by host. Default: one for civitai.com, which publishes no
   * limit; none for other hosts.
   */
  readonly perSecond?: HostLimitOptions['perSecond'];
  /** Resolves host names. Default: the system's resolver. */
  readonly resolve?: Resolve;
  /** Certificate authorities, as PEM; they replace Node's own. */
  readonly ca?: string;
  /** Monotonic time in milliseconds. */
  readonly now?: () => number;
  /** Milliseconds since 1970. */
  readonly nowMs?: () => number;
}

/**
 * The response of a host. It occupies one of the host's slots until `releaseSlot` is called. The slots limit
 * the concurrent calls.
 */
interface GuardedAnswer {
  readonly status: number;
  readonly headers: RemoteHeaders;
  readonly body: Dispatcher.ResponseData['body'];
  readonly releaseSlot: () => void;
}

/**
 * Timeout, in milliseconds, for the response headers and for each chunk of the body. Also the default timeout
 * of a whole request.
 */
const defaultTimeoutMs = 30_000;
const connectTimeoutMs = 10_000;
/** Maximum number of hosts that are called at the same time; a call to a further host fails. */
const maxOrigins = 256;

/** Creates the client for checked addresses with limited concurrency per host. */
function createGuardedCalls(options: GuardedCallOptions) {
  const { atOnce = 4, perSecond = { 'civitai.com': 1 }, resolve, ca } = options;
  const { now = () => performance.now(), nowMs = Date.now } = options;
  const limits = new HostLimits({ atOnce, waiting: 200, perSecond, now, nowMs });
  const openCalls = (lookup: LookupFunction) =>
    openHttpCalls({
      connections: atOnce,
      allowH2: false,
      maxOrigins: maxOrigins,
      connect: { timeout: connectTimeoutMs, lookup, ...(ca === undefined ? {} : { ca }) },
      headersTimeout: defaultTimeoutMs,
      bodyTimeout: defaultTimeoutMs,
      maxHeaderSize: 32 * 1024,
    });
  // The connection uses exactly the addresses that the look-up checked.
  const calls = { public: openCalls(publicOnlyLookup(resolve)), trusted: openCalls(anyLookup(resolve)) };

  /** Makes one call without following redirects. */
  const call = async (
    { target, trusted, token }: Destination,
    { method, url, headers = {}, turn = '', withoutToken = false }: RemoteRequest,
    signal: AbortSignal,
  ): Promise<GuardedAnswer> => {
    const releaseSlot = await raceWithAbort(limits.enter(target, turn), signal);
    try {
      const { request } = trusted ? calls.trusted : calls.public;
      const response = await request(target, {
        method,
        headers: {
          accept: '*/*',
          ...headers,
          'user-agent': 'modelref',
          // Compressed bodies could expand without limit, and Content-Length would be the compressed length.
          'accept-encoding': 'identity',
          ...(token === null || withoutToken ? {} : { authorization: `Bearer ${token}` }),
        },
        signal,
      }).catch((error: unknown) => {
        if (!findRefusedAddress(error)) limits.recordFailure(target, url);
        throw error;
      });
      // Readers of the body receive its errors; an error of an unread body must not end the process.
      response.body.on('error', () => {});
      const answer = {
        status: response.statusCode,
        headers: readHeaders(response.headers),
        body: response.body,
        releaseSlot,
      };
      try {
        limits.recordResponse(target, url, answer.status, answer.headers);
      } catch (error) {
        response.body.destroy();
        throw error;
      }
      return answer;
    } catch (error) {
      releaseSlot();
      throw error;
    }
  };

  return {
    call,
    close: async () => {
      await Promise.all([calls.public.close(), calls.trusted.close()]);
    },
  };
}

/**
 * Waits for a slot; throws if the signal aborts first. A slot that is assigned after that is released at
 * once.
 */
async function raceWithAbort(slotPromise: Promise<() => void>, signal: AbortSignal): Promise<() => void> {
  let abort: (() => void) | undefined;
  const abortPromise = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([slotPromise, abortPromise]);
  } catch (error) {
    slotPromise.then(
      (leave) => leave(),
      () => {},
    );
    throw error;
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
  }
}

function readHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): RemoteHeaders {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
