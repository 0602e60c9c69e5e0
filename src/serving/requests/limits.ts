/** Limits on what a client may send. The size of a body is a setting (`BODY_LIMIT_BYTES`). */
export const limits = {
  /**
   * Largest size of request line and headers together, in bytes. A name of 512 characters of four bytes each
   * takes 6 KiB, percent-encoded.
   */
  headerBytes: 16 * 1024,
  /** Longest time from the first byte of a request to the end of its headers. */
  headersTimeoutMs: 15_000,
  /** Longest time from the first byte of a request to the end of its body. */
  requestTimeoutMs: 30_000,
  /**
   * Longest time for which a client may read nothing of an answer; then the service closes the connection. It
   * is longer than `streamBeatMs`, so that a quiet event stream is not closed.
   */
  stalledTimeoutMs: 60_000,
  /** Time for which an idle connection is kept: longer than the idle time of common load balancers (60 s). */
  keepAliveTimeoutMs: 72_000,
  /**
   * Largest length of a path parameter, decoded, in UTF-16 units. `nameLength` limits names of models
   * further.
   */
  pathParameterLength: 1024,
  /** Largest length of a model name, in characters. */
  nameLength: 512,
  /**
   * Largest part of a refused request's body that the service still reads, in bytes. `unreadMs` limits how
   * long it reads, in milliseconds.
   */
  unreadBytes: 4 * 1024 * 1024,
  unreadMs: 5_000,
  /**
   * Largest number of ids in one list of a request body: more than the changes that one requestor may have
   * waiting.
   */
  listedIds: 10_000,
  /** Largest number of names, tags or filter values in one list of a request body. */
  listedNames: 1_000,
  /** Largest length of an account's id, in characters. */
  userIdLength: 64,
  /** Largest length of a comment on a change, in characters. */
  commentLength: 4_000,
  /** Largest number of labels in one list of a naming schema: `part_order` or `extra_parts`. */
  listedLabels: 100,
  /** Largest length of an `Idempotency-Key`, in characters. */
  idempotencyKeyLength: 255,
  /** Largest length of an API key, in characters. */
  keyLength: 256,
  /** Largest number of open event streams of one process. */
  streams: 2_000,
  /** Largest number of open event streams of one client address (IPv6: of a /64 network). */
  streamsPerClient: 100,
  /** Largest number of bytes that may wait for the client of a stream, beyond the buffers of the sockets. */
  streamBufferBytes: 1024 * 1024,
  /** Longest silence of an event stream: shorter than the time after which proxies close idle connections. */
  streamBeatMs: 15_000,
} as const;
