import { ApiError, apiError, isObject } from './errors.ts';
import { retryAfterSeconds, sleep } from './waiting.ts';

export interface ConnectionOptions {
  /** The API's base address, `https://models.example/api`. */
  readonly server: string;
  /**
   * The key, or what gives it for each call. Sent where it is needed only, so that reads that are open to
   * everybody stay cacheable; and never to where an answer redirects.
   */
  readonly key?: string | null | (() => string | null);
  readonly fetch?: typeof fetch;
  /** Milliseconds for one attempt, until its body is there. Default: 20,000. */
  readonly timeoutMs?: number;
  /** Milliseconds for a call with all its retries. Default: 60,000. */
  readonly deadlineMs?: number;
  /** How often a call is made that may be made again. Default: 4. */
  readonly attempts?: number;
  /** Told of every attempt. */
  readonly onOutcome?: (outcome: Outcome) => void | Promise<void>;
}

/** How one attempt ended. */
export interface Outcome {
  readonly method: string;
  readonly path: string;
  /** 0 where nobody answered. */
  readonly status: number;
  /** The key that was sent. */
  readonly key: string | null;
}

export interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly deadlineMs?: number | undefined;
  /** Whether a call that nobody answered may be made again. Default: reads are, writes are not. */
  readonly repeatable?: boolean;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Reads that need the key as well: the queue, and what is said of the caller. */
const keyedReads = /\/(?:pending_queue\/|operations\/|me\/roles$|pending$)/;
/** The first pause before a further attempt, in milliseconds; each is twice as long, and a little random. */
const firstPauseMs = 300;
/** Clears what `fetch` would take from the browser's cache without asking. */
const revalidate = { cache: 'no-cache' } as const;

/** Calls one server: deadlines, retries, and errors that say what happened. */
export class Connection {
  readonly server: string;
  readonly #options: ConnectionOptions;

  constructor(options: ConnectionOptions) {
    this.server = options.server.replace(/\/+$/, '');
    this.#options = options;
  }

  /**
   * One call, made again when nobody answered, when a gateway says so, or when the service names a time in
   * `Retry-After`; a write only if that cannot do it twice.
   *
   * @param path below the server's address, with its query
   * @returns answers up to 399
   * @throws ApiError for every other one, and for none
   */
  async call(method: string, path: string, sent: Sent = {}): Promise<Received> {
    const { attempts = 4, deadlineMs = 60_000 } = this.#options;
    const end = Date.now() + (sent.deadlineMs ?? deadlineMs);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(method, path, sent, end);
      } catch (error) {
        if (!(error instanceof ApiError) || sent.signal?.aborted || attempt >= attempts) throw error;
        const pause = pauseBefore(attempt, error, sent.repeatable ?? method === 'GET');
        if (pause === null || Date.now() + pause >= end) throw error;
        await sleep(pause, sent.signal);
      }
    }
  }

  /** Opens a stream: the time-out ends with the headers. Not tried again. */
  async open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const response = await this.#fetch('GET', path, { headers }, signal);
    if (response.ok) return response;
    throw errorOf(response, await response.text().catch(() => ''));
  }

  async #attempt(method: string, path: string, sent: Sent, end: number): Promise<Received> {
    const { timeoutMs = 20_000 } = this.#options;
    const limit = Math.min(timeoutMs, end - Date.now());
    const late = AbortSignal.timeout(Math.max(1, limit));
    const signal = sent.signal ? AbortSignal.any([sent.signal, late]) : late;
    try {
      const response = await this.#fetch(method, path, sent, signal);
      const text = await response.text();
      if (response.status >= 400) throw errorOf(response, text);
      return { status: response.status, headers: response.headers, text };
    } catch (error) {
      if (error instanceof ApiError || sent.signal?.aborted) throw error;
      throw late.aborted
        ? new ApiError(0, `${this.server} did not answer within ${limit} ms.`, { kind: 'timeout' })
        : new ApiError(0, `${this.server} cannot be reached: ${reasonOf(error)}.`, { cause: error });
    }
  }

  async #fetch(method: string, path: string, sent: Sent, signal: AbortSignal): Promise<Response> {
    const { key: given = null, fetch: send = fetch, onOutcome } = this.#options;
    const known = typeof given === 'function' ? given() : given;
    const needsKey = method !== 'GET' || keyedReads.test(path.split('?', 1)[0] as string);
    const key = needsKey ? known : null;
    const outcome = (status: number) => onOutcome?.({ method, path, status, key });
    let response: Response;
    try {
      response = await send(this.server + path, {
        ...revalidate,
        method,
        // `fetch` would take a header of this name along to another host.
        redirect: key === null ? 'follow' : 'error',
        headers: {
          accept: 'application/json',
          ...(key !== null && { apikey: key }),
          ...(sent.body !== undefined && { 'content-type': 'application/json' }),
          ...sent.headers,
        },
        ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
        signal,
      });
    } catch (error) {
      if (!signal.aborted || signal.reason?.name === 'TimeoutError') await outcome(0);
      throw error;
    }
    await outcome(response.status);
    return response;
  }
}

/** Milliseconds; null when the call is not to be made again. */
function pauseBefore(attempt: number, error: ApiError, repeatable: boolean): number | null {
  const { status, retryAfterSeconds: after } = error;
  // With a time to come again, nothing was done.
  if ((status === 429 || status === 503) && after !== null) return after * 1000;
  if (!repeatable || !['unreachable', 'timeout', 'bad-answer'].includes(error.kind)) return null;
  return firstPauseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
}

function errorOf(response: Response, text: string): ApiError {
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Not of the registry; the status has to do.
  }
  const after = retryAfterSeconds(response.headers.get('retry-after'));
  const error = apiError(response.status, body, after);
  // The registry's errors are objects with `detail`, or what an apply has done.
  if (isObject(body) || response.status >= 500) return error;
  const text_ = `${response.url} answered ${response.status}, but not as a registry does.`;
  return new ApiError(response.status, text_, { kind: 'bad-answer', body });
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
