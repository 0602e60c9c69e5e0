/**
 * Fetches files and pages from external hosts, at addresses from records and links. Neither the addresses nor
 * the responses are trusted. Only public addresses are called, and every redirect is checked like the first
 * address. Size, time and concurrency are limited.
 *
 * Tests replace the hosts by emulators: `startHuggingFace` and `startCivitai` of `test/support/emulators/`
 * listen on loopback and respond as the hosts do, with the faults that a test plants (`fault`, `access`,
 * `remaining`). `fetcherFor({ hub, civitai })` creates the real fetcher with both as mirrors: addresses in
 * records stay `https://huggingface.co/…`, `https://civitai.com/…`.
 */
export interface RemoteFiles {
  /**
   * Calls one address. Returns responses with an error status like any other, except 429, which throws.
   *
   * Read the body or dispose of the response: until then it occupies one of the host's few slots.
   *
   * @throws RemoteFailure when there is no response
   */
  open(request: RemoteRequest): Promise<RemoteAnswer>;
}

export interface RemoteRequest {
  readonly method: 'HEAD' | 'GET';
  readonly url: string;
  readonly headers?: Readonly<Partial<Record<'accept' | 'range' | 'if-range' | 'if-none-match', string>>>;
  /**
   * Which redirects are followed. Default `all`. A redirect that is not followed is returned as the response.
   * With `none`, no redirect is followed; with `same-host`, only those to the same host. Hugging Face sends
   * the size and hash of a file in the headers of a redirect to another host.
   */
  readonly redirects?: 'none' | 'same-host' | 'all';
  /** Maximum number of bytes of the body. Reading beyond it fails (`too_large`). Default 1 MiB. */
  readonly maxBytes?: number;
  /**
   * Timeout of the whole request, in milliseconds. Includes waiting for a slot, redirects and reading the
   * body. Default 30 s.
   */
  readonly timeoutMs?: number;
  /**
   * Identifies the caller of the request, such as an account. When requests wait for one host, callers are
   * served round-robin.
   */
  readonly turn?: string;
  /** Whether to omit the registry's token for the host, so that only public content is read. */
  readonly withoutToken?: boolean;
}

export interface RemoteAnswer extends AsyncDisposable {
  readonly status: number;
  readonly headers: RemoteHeaders;
  /** The redirects that were followed, in order. */
  readonly redirects: readonly RemoteRedirect[];
  /**
   * The final address of this response, after all redirects. Do not store it: hosts sign such addresses, and
   * the signature is valid for an hour only.
   */
  readonly url: string;
  /**
   * The body, which can be iterated over once. Leaving the loop early closes the connection.
   * @throws RemoteFailure when the body is too large or incomplete
   */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * Reads the whole body.
   * @throws RemoteFailure when the body is too large or incomplete
   */
  bytes(): Promise<Uint8Array>;
  /**
   * Reads the first bytes of the body, or all if there are fewer. Leaves the rest unread.
   * @throws RemoteFailure when the body is too large or incomplete
   */
  first(count: number): Promise<Uint8Array>;
}

/** Headers by lower-case name; repeated ones are joined by commas. */
export type RemoteHeaders = Readonly<Record<string, string>>;

export interface RemoteRedirect {
  readonly status: number;
  readonly from: string;
  readonly to: string;
  readonly headers: RemoteHeaders;
}

export type RemoteFailureKind =
  /**
   * The address, or one to which it redirects, may not be called: it is not public or not http(s), or has a
   * disallowed port or a password.
   */
  | 'refused_address'
  | 'too_many_redirects'
  | 'too_large'
  | 'timed_out'
  /** No connection, unknown host name, invalid certificate, or the connection broke. */
  | 'unreachable'
  /** The host limits calls: it responded with 429, or asks for a pause. */
  | 'rate_limited'
  /** The host was not called: all its slots are taken, or it failed too often recently. */
  | 'host_busy';

/**
 * Thrown when there is no response or the body is incomplete. The message contains no secret and may be
 * shown.
 */
export class RemoteFailure extends Error {
  readonly kind: RemoteFailureKind;
  /** The seconds after which to retry; null if the host did not say. */
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
