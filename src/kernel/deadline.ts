/** The end of a caller's patience. */
export interface Deadline {
  /**
   * Aborted once nobody waits any more: the time is over, or the client has gone. Its reason is an error that
   * may be shown to the caller.
   */
  readonly signal: AbortSignal;
  /** Gives the milliseconds that are left; never below 0. */
  left(): number;
}

/** Waits for some work, but no longer than `ms` milliseconds; the work goes on. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, over]).finally(() => clearTimeout(timer));
}
