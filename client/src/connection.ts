import { ApiError, apiError, isObject } from './errors.ts';
import { parseRetryAfter, sleep } from './waiting.ts';

export interface ConnectionOptions {
  /** The API's base URL, such as `https://models.example/api`. */
  readonly server: string;
  /**
   * The API key, or a function that returns the key for each call. Only calls that need the key send it, so
   * that public reads stay cacheable. The key is never sent to the target of a redirect.
   */
  readonly key?: string | null | (() => string | null);
  readonly fetch?: typeof fetch;
  /** Timeout of one attempt, including its body, in milliseconds. Default: 20,000. */
  readonly timeoutMs?: number;
  /** Timeout of a call with all its attempts, in milliseconds. Default: 60,000. */
  readonly deadlineMs?: number;
  /** Maximum number of attempts for a repeatable call. Default: 4. */
  readonly attempts?: number;
  /** Called after every attempt. */
  readonly onOutcome?: (outcome: Outcome) => void | Promise<void>;
}

/** The outcome of one attempt. */
export interface Outcome {
  readonly method: string;
  readonly path: string;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  /** The key sent with the attempt; null when none was sent. */
  readonly key: string | null;
  /** The `Warning` header of the response, which lists unknown query parameters; null when there is none. */
  readonly warning: string | null;
}

export interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly deadlineMs?: number | undefined;
  /**
   * True: retries the call when there was no usable response. False: retries only after a response with
   * `Retry-After`, which means that the service has not carried out the call. Default: true for GET, else
   * false.
   */
  readonly repeatable?: boolean;
}

export interface TextAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Matches the paths of reads that carry the key: the queue, operations, pending records, hidden requests,
 * and the caller's own roles.
 */
const keyedReads = /\/(?:pending_queue\/|operations\/|me\/roles$|pending$|requests\/hidden$)/;
/** Matches texts that a header may contain; `fetch` removes the blanks and line breaks at both ends. */
const headerText = /^[\t\n\r ]*[\x20-\x7e\x80-\xff]*[\t\n\r ]*$/;
/** Milliseconds before the second attempt. Each further pause is twice as long, with some randomness. */
const firstPauseMs = 300;
/** The option with which `fetch` asks the server even when the browser's cache has a response. */
const cacheOption = { cache: 'no-cache' } as const;

/** Calls one server with deadlines and retries, and converts failures to ApiErrors. */
export class Connection {
  readonly server: string;
  readonly #options: ConnectionOptions;

  constructor(options: ConnectionOptions) {
    this.server = options.server.replace(/\/+$/, '');
    this.#options = options;
  }

  /**
   * Sends a request. Retries it when the service responds with `Retry-After` and, if `options.repeatable`,
   * also when there was no usable response.
   *
   * @param path path and query, below the server's address
   * @returns a response with a status below 400
   * @throws ApiError when there was no response, or when its status is 400 or higher
   */
  async call(method: string, path: string, options: Sent = {}): Promise<TextAnswer> {
    const { attempts = 4, deadlineMs = 60_000 } = this.#options;
    const end = Date.now() + (options.deadlineMs ?? deadlineMs);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(method, path, options, end);
      } catch (error) {
        if (!(error instanceof ApiError) || options.signal?.aborted || attempt >= attempts) throw error;
        const delayMs = retryDelayMs(attempt, error, options.repeatable ?? method === 'GET');
        if (delayMs === null || Date.now() + delayMs >= end) throw error;
        await sleep(delayMs, options.signal);
      }
    }
  }

  /**
   * Sends a GET request for a stream. Returns the response as soon as its headers have arrived. An abort of
   * `signal` ends the stream. Does not retry a failed call.
   */
  async open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const response = await this.#fetch('GET', path, { headers }, signal);
    if (response.ok) return response;
    throw errorOf(response, await response.text().catch(() => ''));
  }

  async #attempt(method: string, path: string, options: Sent, end: number): Promise<TextAnswer> {
    const { timeoutMs = 20_000 } = this.#options;
    const limitMs = Math.min(timeoutMs, end - Date.now());
    const timeoutSignal = AbortSignal.timeout(Math.max(1, limitMs));
    const signal = options.signal ? AbortSignal.any([options.signal, timeoutSignal]) : timeoutSignal;
    let failure = 'cannot be reached';
    try {
      const response = await this.#fetch(method, path, options, signal);
      failure = 'did not complete its answer';
      const text = await response.text();
      if (response.status >= 400) throw errorOf(response, text);
      return { status: response.status, headers: response.headers, text };
    } catch (error) {
      if (error instanceof ApiError || options.signal?.aborted) throw error;
      throw timeoutSignal.aborted
        ? new ApiError(0, `${this.server} did not answer within ${limitMs} ms.`, { kind: 'timeout' })
        : new ApiError(0, `${this.server} ${failure}: ${reasonOf(error)}.`, { cause: error });
    }
  }

  async #fetch(method: string, path: string, options: Sent, signal: AbortSignal): Promise<Response> {
    const { key: keyOption = null, fetch: send = fetch, onOutcome } = this.#options;
    const currentKey = typeof keyOption === 'function' ? keyOption() : keyOption;
    const needsKey = method !== 'GET' || keyedReads.test(path.split('?', 1)[0] as string);
    const key = needsKey ? currentKey : null;
    // `fetch` would report an invalid key as a failed connection, and quote the key.
    if (key !== null && !headerText.test(key)) {
      const text = 'The API key contains a line break or another invalid character; nothing was sent.';
      throw new ApiError(0, text, { kind: 'unauthorized' });
    }
    const reportOutcome = (status: number, warning: string | null = null) =>
      onOutcome?.({ method, path, status, key, warning });
    let response: Response;
    try {
      response = await send(this.server + path, {
        ...cacheOption,
        method,
        // `fetch` would send the `apikey` header to the redirect's host as well, and turn a write into a GET.
        redirect: key === null && method === 'GET' ? 'follow' : 'error',
        headers: {
          accept: 'application/json',
          ...(key !== null && { apikey: key }),
          ...(options.body !== undefined && { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
        signal,
      });
    } catch (error) {
      if (!signal.aborted || signal.reason?.name === 'TimeoutError') await reportOutcome(0);
      throw error;
    }
    await reportOutcome(response.status, response.headers.get('warning'));
    return response;
  }
}

/** Returns the milliseconds to wait before the next attempt; null when there is no further attempt. */
function retryDelayMs(attempt: number, error: ApiError, repeatable: boolean): number | null {
  const { status, retryAfterSeconds } = error;
  // A service that sends Retry-After has not carried out the request.
  if ((status === 429 || status === 503) && retryAfterSeconds !== null) return retryAfterSeconds * 1000;
  if (!repeatable || !['unreachable', 'timeout', 'bad-answer'].includes(error.kind)) return null;
  return firstPauseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
}

function errorOf(response: Response, text: string): ApiError {
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // The body is not JSON, so it does not come from the registry: the error depends on the status alone.
  }
  const retryAfterSeconds = parseRetryAfter(response.headers.get('retry-after'));
  const error = apiError(response.status, body, retryAfterSeconds);
  // The registry's errors are objects with `detail`, or the result of an apply.
  if ((isObject(body) && ('detail' in body || 'applied' in body)) || response.status >= 500) return error;
  const message = `${response.url} answered ${response.status} without an error of the registry.`;
  return new ApiError(response.status, message, { kind: 'bad-answer', body, retryAfterSeconds });
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
