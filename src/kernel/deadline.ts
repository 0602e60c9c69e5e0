/** Until when somebody waits for an answer. */
export interface Deadline {
  /**
   * Aborted once nobody waits any more: the time is over, or the client has gone. Its reason is an error that
   * may be shown to the caller.
   */
  readonly signal: AbortSignal;
  /** Milliseconds that are left; never below 0. */
  left(): number;
}
