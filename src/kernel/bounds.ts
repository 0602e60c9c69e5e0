/**
 * Limits on the demands of one caller, and on the service's calls to other hosts. Tests pass other numbers.
 */
export const bounds = {
  /**
   * Largest body of a write of one record, in v1 or v2, and of a new version of a proposal, in bytes. The limit
   * of all bodies (`BODY_LIMIT_BYTES`) applies too.
   */
  proposalBytes: 256 * 1024,
  /**
   * Longest time, in seconds, until a write has begun: it may wait for the identity service, for other writes,
   * and for the lock of the database. After that it is refused.
   */
  writeDeadlineSeconds: 20,
  /** Largest number of pending and approved changes of one account that is no approver. */
  waitingChanges: 2_000,
  /**
   * Largest number of bytes of all versions of these changes. Changes that the account withdrew within a day
   * count too.
   */
  waitingBytes: 64 * 1024 * 1024,
  /**
   * Largest number of links that one account may draft in a minute at one instance, including pasted answers
   * and the files of proposals that are looked up for it.
   */
  draftsPerMinute: 20,
  /** Largest number of calls to hosts that the service's regular checks of files make in a minute. */
  fileCallsPerMinute: 60,
};

export type Bounds = Readonly<typeof bounds>;
