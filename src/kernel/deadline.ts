/** The deadline until which a caller waits for a response. */
export interface Deadline {
  /**
   * Aborted once nobody waits for the response, because the deadline has passed or the client has
   * disconnected. The signal's reason is an error whose text may be shown to the caller.
   */
  readonly signal: AbortSignal;
  /** Returns the milliseconds left until the deadline; never negative. */
  left(): number;
}

/**
 * Returns the result of `work`, or null if it takes longer than `ms` milliseconds. Does not cancel the work.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
