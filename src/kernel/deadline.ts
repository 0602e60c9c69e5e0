/** The limit of the time for which a caller waits for an answer. */
export interface Deadline {
  /**
   * Aborted once nobody waits any more: the time is over, or the client has gone. Its reason is an error that
   * may be shown to the caller.
   */
  readonly signal: AbortSignal;
  /** Gives the milliseconds that are left; never below 0. */
  left(): number;
}

/** Waits for some work, but no longer than `ms` milliseconds: then it gives null, and the work goes on. */
export async function atMost<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
