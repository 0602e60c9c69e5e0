/** The copy cannot be brought forward from where it is: it has to be made anew. The message says why. */
export class OutOfStep extends Error {}

/** The primary keeps no feed: it has to be polled. */
export class FeedMissing extends Error {
  constructor() {
    super('the primary keeps no feed');
  }
}

/**
 * The primary's answers contradict one another. Reading all of them again right away would be a burden to it,
 * and of little use.
 */
export class Contradiction extends Error {
  /** How long to wait before the next try, in milliseconds; null when whoever threw it does not know. */
  pauseMs: number | null = null;
}
