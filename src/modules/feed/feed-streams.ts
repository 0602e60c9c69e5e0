import pLimit from 'p-limit';
import type { ChainEnd, FeedCursor } from '../../records/feed-cursor.ts';
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
      const reader = { take: (frame: FeedFrame) => sink.send(frame), lost: () => sink.close() };
      // Nothing is sent to it yet; that the chain was replaced it has to hear from the beginning.
      const end = tail.follow(Number.POSITIVE_INFINITY, reader);
      try {
        let place: FeedCursor = since;
        while (!sink.closed) {
          const held = tail.after(place.event_id, stretch);
          // Nothing may be awaited between the question and this, so that no event comes in between.
          if (held?.length === 0) return { end: tail.follow(place.event_id, reader) };
          if (held) {
            const ids = held.map(({ event_id }) => event_id);
            const event_id = lastBehind(place.event_id, ids);
            for (const frame of held) sink.send(frame);
            place = { event_id, hash: null };
          } else {
            const from = place;
            const next = await limit(() => feed.read(from, stretch));
            lastBehind(from.event_id, idsOf(next));
            for (const item of itemsOf(next)) sink.send(frameOf(item));
            place = next.upto;
          }
          await sink.roomy();
        }
        end();
        return { end };
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}
