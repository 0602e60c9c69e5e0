/** Limits per caller, and on the service's calls to other hosts. Tests pass other values. */
export const bounds = {
  /**
   * Maximum size, in bytes, of the body of a request that writes one record (v1 or v2) or submits a new
   * version of a proposal. `BODY_LIMIT_BYTES`, the limit for all bodies, also applies to these requests.
   */
  proposalBytes: 256 * 1024,
  /**
   * Maximum time, in seconds, that a write may wait before it begins. After this time it is refused. A write
   * may wait for the identity service, for other writes and for the database lock.
   */
  writeDeadlineSeconds: 20,
  /** Maximum number of pending and approved changes per account that is not an approver. */
  waitingChanges: 2_000,
  /**
   * Maximum total size, in bytes, of all versions of the changes that `waitingChanges` limits. Changes that
   * the account withdrew within the last day count too.
   */
  waitingBytes: 64 * 1024 * 1024,
  /**
   * Maximum number of drafts that one account may create from links per minute, counted by each instance. A
   * draft from a pasted response and a look-up of a proposal's file also count.
   */
  draftsPerMinute: 20,
  /** Maximum number of calls per minute that the service's periodic file checks make to hosts. */
  fileCallsPerMinute: 60,
};

export type Bounds = Readonly<typeof bounds>;
