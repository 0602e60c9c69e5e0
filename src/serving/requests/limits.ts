/** Limits on what a client may send. The size of a body is a setting (`BODY_LIMIT_BYTES`). */
export const limits = {
  /**
   * Maximum size of request line and headers together, in bytes. A name of 512 characters of four bytes each
   * takes 6 KiB, percent-encoded.
   */
  headerBytes: 16 * 1024,
  /** Maximum time from the first byte of a request to the end of its headers. */
  headersTimeoutMs: 15_000,
  /** Maximum time from the first byte of a request to the end of its body. */
  requestTimeoutMs: 30_000,
  /**
   * Maximum time for which a client may read nothing of a response before the service closes the connection.
   * Longer than `streamBeatMs`, so that a quiet event stream is not closed.
   */
  stalledTimeoutMs: 60_000,
  /**
   * Time for which an idle connection stays open: longer than the idle timeout of common load balancers (60
   * s).
   */
  keepAliveTimeoutMs: 72_000,
  /**
   * Maximum length of a path parameter, decoded, in UTF-16 units. For model names, the lower limit
   * `nameLength` also applies.
   */
  pathParameterLength: 1024,
  /** Maximum length of a model name, in characters. */
  nameLength: 512,
  /**
   * Maximum number of bytes that are still read from the body of a refused request. `unreadMs` is the
   * corresponding time limit, in milliseconds.
   */
  unreadBytes: 4 * 1024 * 1024,
  unreadMs: 5_000,
  /**
   * Maximum number of ids in one list of a request body: more than the pending changes that one requestor may
   * have.
   */
  listedIds: 10_000,
  /** Maximum number of names, tags or filter values in one list of a request body. */
  listedNames: 1_000,
  /** Maximum length of an account's id, in characters. */
  userIdLength: 64,
  /** Maximum length of a comment on a change, in characters. */
  commentLength: 4_000,
  /** Maximum number of labels in one list of a naming schema: `part_order` or `extra_parts`. */
  listedLabels: 100,
  /** Maximum length of an `Idempotency-Key`, in characters. */
  idempotencyKeyLength: 255,
  /** Maximum length of an API key, in characters. */
  keyLength: 256,
  /** Maximum number of open event streams per process. */
  streams: 2_000,
  /** Maximum number of open event streams per client address (IPv6: per /64 network). */
  streamsPerClient: 100,
  /** Maximum number of bytes buffered for the client of a stream, beyond the buffers of the sockets. */
  streamBufferBytes: 1024 * 1024,
  /**
   * Heartbeat interval of event streams: shorter than the time after which proxies close idle connections.
   */
  streamBeatMs: 15_000,
} as const;
