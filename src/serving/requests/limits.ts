/** Limits on what a client may send, set on purpose. The size of a body is a setting (`BODY_LIMIT_BYTES`). */
export const limits = {
  /**
   * The request line and headers together. A name of 512 characters, four bytes each, percent-encoded, takes
   * 6 KiB.
   */
  headerBytes: 16 * 1024,
  /** The time from the first byte of a request to the end of its headers. */
  headersTimeoutMs: 15_000,
  /** The time from the first byte of a request to the end of its body. */
  requestTimeoutMs: 30_000,
  /**
   * The time after which an answer is given up, with its connection, when the client takes nothing of it. A
   * stream sends more often.
   */
  stalledTimeoutMs: 60_000,
  /**
   * The time for which an idle connection is kept: longer than the idle time of common load balancers (60 s).
   */
  keepAliveTimeoutMs: 72_000,
  /**
   * The length of a path parameter, decoded, in UTF-16 units. Names of models are limited to 512 characters
   * where they are parsed.
   */
  pathParameterLength: 1024,
  /** A model name, in characters. */
  nameLength: 512,
  /** The bytes of a refused body that are still taken in before the answer, for at most the time below. */
  unreadBytes: 4 * 1024 * 1024,
  unreadMs: 5_000,
  /** The ids in one list of a body: more than the changes that one requestor may have waiting. */
  listedIds: 10_000,
  /** The names, tags or values of a filter in one list of a body. */
  listedNames: 1_000,
  /** The id of an account, in characters. */
  userIdLength: 64,
  /** A comment on a change, in characters. */
  commentLength: 4_000,
  /** Labels in the order of the parts of a name. */
  listedLabels: 100,
  /** An `Idempotency-Key`, in characters. */
  idempotencyKeyLength: 255,
  /** An API key, in characters. */
  keyLength: 256,
  /** The open event streams of one process. A setting limits those of one client. */
  streams: 2_000,
  /** Further streams, for replicas (`FEED_REPLICA_NETWORKS`). */
  replicaStreams: 200,
  /** The bytes that a stream's client may leave untaken beyond the buffers of the sockets. */
  streamBufferBytes: 1024 * 1024,
  /** The longest silence of an event stream: shorter than proxies' time-outs of idle connections. */
  streamBeatMs: 15_000,
} as const;
