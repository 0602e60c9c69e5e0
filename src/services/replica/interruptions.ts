/** The copy cannot be brought forward from where it is: it has to be made anew. The message says why. */
export class OutOfStep extends Error {}

/** The primary keeps no feed: it has to be polled. */
export class FeedMissing extends Error {
  constructor() {
    super('the primary keeps no feed');
  }
}
