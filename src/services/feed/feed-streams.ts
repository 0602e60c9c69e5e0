import pLimit from 'p-limit';
import type { ChainEnd } from '../../registry/audit/chain.ts';
import type { FeedCursor } from '../../registry/audit/feed-cursor.ts';
import { type Feed, type FeedItem, idsOf, itemsOf, lastBehind } from './feed.ts';
import type { FeedFrame, FeedTail } from './feed-tail.ts';

/** Where a stream's events go. */
export interface FeedSink {
  /** Takes an event at once, or closes when too much waits to be taken by the other side. */
  send(frame: FeedFrame): void;
  /** Resolves when there is room for more, or when it is closed. */
  roomy(): Promise<void>;
  close(): void;
  readonly closed: boolean;
}

export interface FeedStreams {
  /**
   * To be awaited before `stream`: finds out what stands in the way of it.
   *
   * @param since null: from now on
   * @returns where the stream begins
   * @throws RegistryError `gone` when `since` is not a place in this registry's chain; OutageError
   */
  open(since: FeedCursor | null): Promise<ChainEnd>;
  /**
   * Sends every event behind `since`, and from then on every event that comes, until the sink is closed.
   * Resolves when the sink hears live.
   *
   * @throws OutageError `storage_unavailable`; Error when what there is to send does not go on
   */
  stream(since: ChainEnd, sink: FeedSink): Promise<{ end(): void }>;
}

export interface FeedStreamsOptions {
  readonly feed: Feed;
  readonly tail: FeedTail;
  readonly frameOf: (item: FeedItem) => FeedFrame;
}

/** Events sent before it is asked whether the other side keeps up. */
const stretch = 50;
/** Readers that may ask the database at the same time: thousands come back when an instance was restarted. */
const atATime = 4;

export function createFeedStreams({ feed, tail, frameOf }: FeedStreamsOptions): FeedStreams {
  const limit = pLimit(atATime);

  return {
    async open(since) {
      await tail.ready();
      return limit(() => (since ? feed.place(since) : feed.head()));
    },

    async stream(since, sink) {
      let place = since.event_id;
      while (!sink.closed) {
        const held = tail.after(place, stretch);
        // Nothing may be awaited between the question and this, so that no event comes in between.
        if (held?.length === 0) {
          const reader = { take: (frame: FeedFrame) => sink.send(frame), lost: () => sink.close() };
          return { end: tail.follow(place, reader) };
        }
        if (held) {
          const upto = lastBehind(
            place,
            held.map(({ event_id }) => event_id),
          );
          for (const frame of held) sink.send(frame);
          place = upto;
        } else {
          const from = { event_id: place, hash: null };
          const next = await limit(() => feed.read(from, stretch));
          const upto = lastBehind(place, idsOf(next));
          for (const item of itemsOf(next)) sink.send(frameOf(item));
          place = upto;
        }
        await sink.roomy();
      }
      return { end: () => {} };
    },
  };
}
