import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, request as send } from 'undici';
import { anyLookup, publicOnlyLookup, type Resolve, refusedAddressIn } from '../public-address.ts';
import type { RemoteHeaders, RemoteRequest } from '../remote-files.ts';
import type { Destination } from './destinations.ts';
import { type HostLimitOptions, HostLimits } from './host-limits.ts';

export interface GuardedCallOptions {
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

/** What a host answered, and the place at it, which whoever has the answer gives back. */
export interface GuardedAnswer {
  readonly status: number;
  readonly headers: RemoteHeaders;
  readonly body: Dispatcher.ResponseData['body'];
  readonly leave: () => void;
}

/** Calls to addresses that were checked, so many at a time to each host. */
export interface GuardedCalls {
  /** One call, without following anything. */
  call(to: Destination, request: RemoteRequest, signal: AbortSignal): Promise<GuardedAnswer>;
  /** Cuts what is still under way. */
  close(): Promise<void>;
}

/** How long the head of an answer, and each piece of its body, may take, in milliseconds. */
export const defaultTimeoutMs = 30_000;
const connectTimeoutMs = 10_000;
/** More different hosts at the same time are no longer anything that records need. */
const mostOrigins = 256;

export function createGuardedCalls(options: GuardedCallOptions): GuardedCalls {
  const { atOnce = 4, perSecond = { 'civitai.com': 1 }, resolve, ca } = options;
  const { now = () => performance.now(), nowMs = Date.now } = options;
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

  const call: GuardedCalls['call'] = async (
    { target, trusted, token },
    { method, url, headers = {}, turn = '' },
    signal,
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
        if (!refusedAddressIn(error)) limits.failed(target, url);
        throw error;
      });
      // Whoever reads it hears of errors from the reading; one that nobody reads must not end the process.
      body.on('error', () => {});
      const answer = { status: statusCode, headers: joined(sent), body, leave };
      try {
        limits.answered(target, url, answer.status, answer.headers);
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

  return {
    call,
    close: async () => {
      await Promise.all([agents.public.destroy(), agents.trusted.destroy()]);
    },
  };
}

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
