import {
  RemoteFailure,
  type RemoteFiles,
  type RemoteHeaders,
  type RemoteRedirect,
  type RemoteRequest,
} from '../remote-files.ts';
import { type Destination, type DestinationOptions, Destinations } from './destinations.ts';
import { failureOf } from './failures.ts';
import { createGuardedCalls, defaultTimeoutMs, type GuardedCallOptions } from './guarded-calls.ts';
import { remoteAnswer } from './remote-answer.ts';

export type GuardedFetcherOptions = Partial<DestinationOptions> & GuardedCallOptions;

export interface GuardedFetcher extends RemoteFiles {
  /** Cuts what is still under way. */
  close(): Promise<void>;
}

const mostRedirects = 6;
const defaultBytes = 1024 * 1024;
/** Nobody reads the body of a redirect; so much is taken in so that the connection can be used again. */
const redirectBodyBytes = 16 * 1024;

export function createGuardedFetcher(options: GuardedFetcherOptions = {}): GuardedFetcher {
  const { allowedHosts = [], mirrors = {}, tokens = {} } = options;
  const destinations = new Destinations({ allowedHosts, mirrors, tokens });
  const calls = createGuardedCalls(options);

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
          const answer = await calls.call(at, request, limit.signal);
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
    close: calls.close,
  };
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
