/** Limits on what a client may send, set on purpose. The size of a body is a setting (`BODY_LIMIT_BYTES`). */
export const limits = {
  /**
   * Request line and headers together. A name of 512 characters, four bytes each, percent-encoded, takes 6
   * KiB.
   */
  headerBytes: 16 * 1024,
  /** From the first byte of a request to the end of its headers. */
  headersTimeoutMs: 15_000,
  /** From the first byte of a request to the end of its body. */
  requestTimeoutMs: 30_000,
  /**
   * An answer of which nothing is taken for this long is given up, and its connection. A stream says
   * something more often.
   */
  stalledTimeoutMs: 60_000,
  /** An idle connection is kept this long: longer than the idle time of common load balancers (60 s). */
  keepAliveTimeoutMs: 72_000,
  /**
   * One path parameter, decoded, in UTF-16 units. Names of models are limited to 512 characters where they
   * are parsed.
   */
  pathParameterLength: 1024,
  /** A model name, in characters. */
  nameLength: 512,
  /** Of a refused body, this much is still taken in before the answer, for no longer than that. */
  unreadBytes: 4 * 1024 * 1024,
  unreadMs: 5_000,
  /** Ids in one list of a body: more than one requestor may have waiting. */
  listedIds: 10_000,
  /** Names, tags or values of a filter in one list of a body. */
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
  /** Open event streams of one process. How many a client may have is a setting. */
  streams: 2_000,
  /** Further ones, of replicas (`FEED_REPLICA_NETWORKS`). */
  replicaStreams: 200,
  /** What a stream's client may leave untaken beyond the buffers of the sockets, in bytes. */
  streamBufferBytes: 1024 * 1024,
  /** An event stream says something at least this often: more often than proxies cut idle connections. */
  streamBeatMs: 15_000,
} as const;
