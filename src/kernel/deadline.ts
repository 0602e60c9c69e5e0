/** The deadline until which a caller waits for an answer. */
export interface Deadline {
  /**
   * Aborted once nobody waits for the answer: the time is over, or the client has disconnected. Its reason is
   * an error whose text the caller may see.
   */
  readonly signal: AbortSignal;
  /** Returns the milliseconds left until the deadline; never below 0. */
  left(): number;
}

/**
 * Returns the result of `work`, or null when it takes longer than `ms` milliseconds. Does not stop the work.
 */
export async function atMost<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
