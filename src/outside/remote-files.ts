/**
 * Fetches files and pages from other people's hosts, at addresses from records and links. Neither the
 * addresses nor the answers are trusted. Only public addresses are called, and every redirect is checked like
 * the first address. The bytes, the time, and the number of calls at once are limited.
 *
 * Tests replace the hosts by emulators: `startHuggingFace` and `startCivitai` of `test/support/emulators/`
 * listen on loopback and answer as the hosts do, with whatever faults a test plants (`fault`, `access`,
 * `remaining`). `fetcherFor({ hub, civitai })` makes the real fetcher with both as mirrors: addresses in
 * records stay `https://huggingface.co/…`, `https://civitai.com/…`.
 */
export interface RemoteFiles {
  /**
   * Calls one address. Returns an answer with an error status like any other, except 429, which makes the
   * call fail.
   *
   * Read the body, or dispose of the answer: until then it occupies one of the host's few slots.
   *
   * @throws RemoteFailure when there is no answer
   */
  open(request: RemoteRequest): Promise<RemoteAnswer>;
}

export interface RemoteRequest {
  readonly method: 'HEAD' | 'GET';
  readonly url: string;
  readonly headers?: Readonly<Partial<Record<'accept' | 'range' | 'if-range' | 'if-none-match', string>>>;
  /**
   * Which redirects are followed. Default `all`. A redirect that is not followed is itself the answer: with
   * `none` any redirect, with `same-host` a redirect to another host. At Hugging Face, the headers of such a
   * redirect tell the size and hash of the file.
   */
  readonly redirects?: 'none' | 'same-host' | 'all';
  /** Largest number of bytes of the body. Reading beyond it fails (`too_large`). Default 1 MiB. */
  readonly maxBytes?: number;
  /**
   * Longest time, in milliseconds, of the whole request. The wait for a place, the redirects and the reading
   * of the body count too. Default 30 s.
   */
  readonly timeoutMs?: number;
  /**
   * The caller for whom the request is made, such as an account. When many requests wait for one host,
   * callers take turns; all requests with the same `turn` count as one caller.
   */
  readonly turn?: string;
  /** Whether the registry's token for the host is left out, so that only public content is read. */
  readonly withoutToken?: boolean;
}

export interface RemoteAnswer extends AsyncDisposable {
  readonly status: number;
  readonly headers: RemoteHeaders;
  /** The redirects that were followed, in order. */
  readonly redirects: readonly RemoteRedirect[];
  /**
   * The final address of this answer, after all redirects. Do not store it: hosts sign such addresses, and
   * the signature is valid for an hour only.
   */
  readonly url: string;
  /**
   * The body, to be iterated over once. Leaving the loop early ends the connection.
   * @throws RemoteFailure when the body is too large or breaks off
   */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * Reads the whole body.
   * @throws RemoteFailure when the body is too large or breaks off
   */
  bytes(): Promise<Uint8Array>;
  /**
   * Reads the first bytes of the body, or all when there are fewer; the rest is not read.
   * @throws RemoteFailure when the body is too large or breaks off
   */
  first(count: number): Promise<Uint8Array>;
}

/** Headers by names in lower case; repeated ones are joined by commas. */
export type RemoteHeaders = Readonly<Record<string, string>>;

export interface RemoteRedirect {
  readonly status: number;
  readonly from: string;
  readonly to: string;
  readonly headers: RemoteHeaders;
}

export type RemoteFailureKind =
  /**
   * The address, or one to which it redirects, may not be called: it is not public or not http(s), or has an
   * odd port or a password.
   */
  | 'refused_address'
  | 'too_many_redirects'
  | 'too_large'
  | 'timed_out'
  /** No connection, no such name, a bad certificate, or the connection broke. */
  | 'unreachable'
  /** The host answered that it is asked too often. */
  | 'rate_limited'
  /** The host was not asked: its places are taken, or it failed too often lately. */
  | 'host_busy';

/** Thrown when there is no answer, or no whole body. The message may be shown: it holds no secret. */
export class RemoteFailure extends Error {
  readonly kind: RemoteFailureKind;
  /** The seconds after which another try makes sense; null when the host did not say. */
  readonly retryAfterSeconds: number | null;

  constructor(
    kind: RemoteFailureKind,
    message: string,
    more: { retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'RemoteFailure';
    this.kind = kind;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}
