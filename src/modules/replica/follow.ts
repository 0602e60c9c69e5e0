import type { Primary, PrimaryStream } from '../../outside/primary-client.ts';
import { idOf, pagesUntilEnd, throwIfNoFeed } from './pages.ts';
import type { Copy } from './replica-copy.ts';

export interface FeedFollowerOptions {
  readonly primary: Primary;
  readonly copy: Copy;
  /** Unix seconds. */
  readonly now: () => number;
  /** Called after every answer or stream batch, even an empty one, once the copy has its events. */
  readonly onHeartbeat: (asOf: number) => Promise<void>;
}

type OnCaughtUp = (cursor: string) => Promise<void>;

/**
 * Streams that could not be opened in a row before the feed is read by pages instead, and for how long that
 * is done.
 */
const streamTries = 3;
const pagesForSeconds = 300;

/** Brings the copy forward along the primary's feed. */
export class FeedFollower {
  readonly #options: FeedFollowerOptions;
  #failedStreams = 0;
  #pagesUntil = 0;

  constructor(options: FeedFollowerOptions) {
    this.#options = options;
  }

  /**
   * Reads on from `start`, by pages to the end, then by the stream as long as it lasts; only by pages where
   * streams do not get through.
   *
   * @param onCaughtUp called with the place whenever the copy has reached the end of the feed
   * @throws OutOfStep, FeedMissing; Error when the primary cannot be read
   */
  async follow(start: string, signal: AbortSignal, onCaughtUp: OnCaughtUp): Promise<void> {
    const { primary } = this.#options;
    const place = await this.#readPages(start, signal);
    await onCaughtUp(place);
    if (this.#options.now() < this.#pagesUntil) return;
    const stream = throwIfNoFeed(
      await primary.stream(place, signal).catch((error: unknown) => {
        this.#streamFailed();
        throw error;
      }),
    );
    this.#failedStreams = 0;
    await this.#readStream(place, stream.batches, onCaughtUp);
  }

  /** @returns the place reached: the end, a moment ago */
  async #readPages(start: string, signal: AbortSignal): Promise<string> {
    const { primary, copy, now, onHeartbeat } = this.#options;
    let place = start;
    let asked = now();
    for await (const { events, next, head } of pagesUntilEnd(primary, start, signal)) {
      // The primary's clock may be fast: what it says of a time to come is not believed.
      const asOf = next === head ? asked : Math.min(asked, events.at(-1)?.timestamp ?? 0);
      if (next !== place) await copy.apply({ from: place, upto: next, events }, asOf);
      place = next;
      await onHeartbeat(asOf);
      asked = now();
    }
    return place;
  }

  async #readStream(start: string, batches: PrimaryStream['batches'], onCaughtUp: OnCaughtUp): Promise<void> {
    const { copy, now, onHeartbeat } = this.#options;
    let place = start;
    for await (const events of batches) {
      const upto = events.at(-1)?.cursor ?? place;
      if (events[0] && events[0].event_id <= idOf(place))
        throw new Error(`The primary's stream does not go on from ${place}.`);
      const asOf = now();
      if (upto !== place) await copy.apply({ from: place, upto, events }, asOf);
      place = upto;
      await onHeartbeat(asOf);
      await onCaughtUp(place);
    }
  }

  #streamFailed(): void {
    this.#failedStreams += 1;
    if (this.#failedStreams < streamTries) return;
    this.#failedStreams = 0;
    this.#pagesUntil = this.#options.now() + pagesForSeconds;
  }
}
