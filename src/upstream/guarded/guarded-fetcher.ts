import type { LookupFunction } from 'node:net';
import { Agent, request as send } from 'undici';
import {
  RemoteFailure,
  type RemoteFiles,
  type RemoteHeaders,
  type RemoteRedirect,
  type RemoteRequest,
} from '../../services/ports/remote-files.ts';
import { anyLookup, publicOnlyLookup, type Resolve, refusedAddressIn } from '../public-address.ts';
import { type Destination, type DestinationOptions, Destinations } from './destinations.ts';
import { failureOf } from './failures.ts';
import { type HostLimitOptions, HostLimits } from './host-limits.ts';
import { remoteAnswer } from './remote-answer.ts';

export interface GuardedFetcherOptions extends Partial<DestinationOptions> {
  /** Calls to one host at the same time. Default 4; 200 more wait. */
  readonly atOnce?: number;
  /** Calls that begin in a second, by host. Default: one to civitai.com, which names no number of its own. */
  readonly perSecond?: HostLimitOptions['perSecond'];
  /** Resolves names. Default: as the system does. */
  readonly resolve?: Resolve;
  /** Certificate authorities in place of Node's own, as PEM. */
  readonly ca?: string;
  /** Monotonic time in milliseconds. */
  readonly now?: () => number;
  /** Milliseconds since 1970. */
  readonly nowMs?: () => number;
}

export interface GuardedFetcher extends RemoteFiles {
  /** Cuts what is still under way. */
  close(): Promise<void>;
}

const mostRedirects = 6;
const defaultBytes = 1024 * 1024;
const defaultTimeoutMs = 30_000;
const connectTimeoutMs = 10_000;
/** More different hosts at the same time are no longer anything that records need. */
const mostOrigins = 256;
/** Nobody reads the body of a redirect; so much is taken in so that the connection can be used again. */
const redirectBodyBytes = 16 * 1024;

export function createGuardedFetcher(options: GuardedFetcherOptions = {}): GuardedFetcher {
  const { atOnce = 4, perSecond = { 'civitai.com': 1 }, resolve, ca } = options;
  const { now = () => performance.now(), nowMs = Date.now } = options;
  const { allowedHosts = [], mirrors = {}, tokens = {} } = options;
  const destinations = new Destinations({ allowedHosts, mirrors, tokens });
  const limits = new HostLimits({ atOnce, waiting: 200, perSecond, now, nowMs });
  const agent = (lookup: LookupFunction) =>
    new Agent({
      connections: atOnce,
      allowH2: false,
      maxOrigins: mostOrigins,
      connect: { timeout: connectTimeoutMs, lookup, ...(ca === undefined ? {} : { ca }) },
      headersTimeout: defaultTimeoutMs,
      bodyTimeout: defaultTimeoutMs,
      maxHeaderSize: 32 * 1024,
    });
  // The connection is made to the very addresses that the look-up checked.
  const agents = { public: agent(publicOnlyLookup(resolve)), trusted: agent(anyLookup(resolve)) };

  /** One call, without following anything. Whoever gets the answer gives the place back, with `leave`. */
  const call = async (
    { target, trusted, token }: Destination,
    { method, headers = {}, turn = '' }: RemoteRequest,
    signal: AbortSignal,
  ) => {
    const leave = await untilAborted(limits.enter(target, turn), signal);
    try {
      const {
        statusCode,
        headers: sent,
        body,
      } = await send(target, {
        dispatcher: trusted ? agents.trusted : agents.public,
        method,
        headers: {
          accept: '*/*',
          ...headers,
          'user-agent': 'modelref',
          // Compressed bytes could become any number of them, and lengths would be those of the compressed ones.
          'accept-encoding': 'identity',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        signal,
      }).catch((error: unknown) => {
        if (!refusedAddressIn(error)) limits.failed(target);
        throw error;
      });
      // Whoever reads it hears of errors from the reading; one that nobody reads must not end the process.
      body.on('error', () => {});
      const answer = { status: statusCode, headers: joined(sent), body, leave };
      try {
        limits.answered(target, answer.status, answer.headers);
      } catch (error) {
        body.destroy();
        throw error;
      }
      return answer;
    } catch (error) {
      leave();
      throw error;
    }
  };

  /** Where an answer leads, if it is to be followed. */
  const nextOf = (
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
      let at = destinations.of(url);
      let leave = () => {};
      const limit = new AbortController();
      const timer = setTimeout(() => {
        limit.abort(new DOMException('', 'TimeoutError'));
        leave();
      }, timeoutMs);
      const done = () => {
        clearTimeout(timer);
        leave();
      };
      const failure = (error: unknown) => failureOf(error, at.url.host, timeoutMs);
      const redirects: RemoteRedirect[] = [];
      try {
        for (;;) {
          const answer = await call(at, request, limit.signal);
          const { status, headers, body } = answer;
          leave = answer.leave;
          const to = nextOf(at, answer, request.redirects);
          if (to === null) {
            // Without a body there is nothing that could hold the place.
            if (method === 'HEAD') done();
            return remoteAnswer({
              status,
              headers,
              redirects,
              url: at.url.href,
              body,
              maxBytes,
              failure,
              done,
            });
          }
          // Nobody reads it. What fails here fails at the next call.
          await body.dump({ limit: redirectBodyBytes, signal: limit.signal }).catch(() => {});
          leave();
          redirects.push({ status, from: at.url.href, to: to.url.href, headers });
          if (redirects.length > mostRedirects) {
            throw new RemoteFailure(
              'too_many_redirects',
              `${at.url.host} redirects more than ${mostRedirects} times.`,
            );
          }
          at = to;
        }
      } catch (error) {
        done();
        throw failure(error);
      }
    },
    close: async () => {
      await Promise.all([agents.public.destroy(), agents.trusted.destroy()]);
    },
  };
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** What is waited for, unless the signal aborts before; a place that comes too late is given back. */
async function untilAborted(entering: Promise<() => void>, signal: AbortSignal): Promise<() => void> {
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([entering, aborted]);
  } catch (error) {
    entering.then(
      (leave) => leave(),
      () => {},
    );
    throw error;
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
  }
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): RemoteHeaders {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
