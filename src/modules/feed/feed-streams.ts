import pLimit from 'p-limit';
import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { ChainEnd, FeedCursor } from '../../records/feed-cursor.ts';
import { type Feed, type FeedItem, idsOf, itemsOf, lastBehind } from './feed.ts';

/** Where a stream's events go. */
export interface FeedSink {
  /** Takes an event at once, or closes when too much waits to be taken by the other side. */
  send(frame: FeedFrame): void;
  /** Resolves when there is room for more, or when it is closed. */
  roomy(): Promise<void>;
  close(): void;
  readonly closed: boolean;
}

/** Events sent before it is asked whether the other side keeps up. */
const sentAtOnce = 50;
/** Readers that may ask the database at the same time: thousands come back when an instance was restarted. */
const atATime = 4;

export type FeedStreams = ReturnType<typeof createFeedStreams>;

/** The feed for readers that stay: what was before they came, from memory or the database, then what comes. */
export function createFeedStreams({
  feed,
  tail,
  frameOf,
}: {
  readonly feed: Feed;
  readonly tail: FeedTail;
  readonly frameOf: (item: FeedItem) => FeedFrame;
}) {
  const limit = pLimit(atATime);

  return {
    /**
     * Gives the place where a stream begins. To be awaited before `stream`: finds out what stands in the way of it.
     *
     * @param since null: from now on
     * @throws RegistryError `gone` when `since` is not a place in this registry's chain; OutageError
     */
    async open(since: FeedCursor | null): Promise<ChainEnd> {
      await tail.ready();
      return limit(() => (since ? feed.place(since) : feed.head()));
    },

    /**
     * Sends every event behind `since`, and from then on every event that comes, until the sink is closed.
     * Resolves when the sink hears live.
     *
     * @throws OutageError `storage_unavailable`; Error when what there is to send does not go on
     */
    async stream(since: ChainEnd, sink: FeedSink): Promise<{ end(): void }> {
      const reader = { take: (frame: FeedFrame) => sink.send(frame), lost: () => sink.close() };
      // Nothing is sent to it yet; that the chain was replaced it has to hear from the beginning.
      const end = tail.follow(Number.POSITIVE_INFINITY, reader);
      try {
        let place: FeedCursor = since;
        while (!sink.closed) {
          const held = tail.after(place.event_id, sentAtOnce);
          // Nothing may be awaited between the question and this, so that no event comes in between.
          if (held?.length === 0) return { end: tail.follow(place.event_id, reader) };
          if (held) {
            const ids = held.map(({ event_id }) => event_id);
            const event_id = lastBehind(place.event_id, ids);
            for (const frame of held) sink.send(frame);
            place = { event_id, hash: null };
          } else {
            const from = place;
            const next = await limit(() => feed.read(from, sentAtOnce));
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

/** An event in the bytes that every reader gets: encoded once, however many read. */
export interface FeedFrame {
  readonly event_id: number;
  readonly bytes: Buffer;
}

/** Writes an item of the feed as a Server-Sent Event: `model` or `file_verdict`. */
export function frameOf(item: FeedItem): FeedFrame {
  const name = 'verdict' in item ? 'file_verdict' : 'model';
  const text = `id: ${item.cursor}\nevent: ${name}\ndata: ${JSON.stringify(item)}\n\n`;
  return { event_id: item.event_id, bytes: Buffer.from(text) };
}

/** A live reader of the feed. Neither method may wait or throw. */
interface TailReader {
  /** Takes the next event. A reader that cannot keep up has to close. */
  take(frame: FeedFrame): void;
  /** The chain was replaced by another: there is nothing to go on from. */
  lost(): void;
}

/** Events read at a time. */
const readAtOnce = 200;

export type FeedTail = ReturnType<typeof createFeedTail>;

/**
 * The end of the feed in memory, from which all live readers of this process are served: each event is read
 * from the database once, however many readers there are.
 */
export function createFeedTail({
  feed,
  frameOf,
  refresh,
  onError,
  keep = { events: 1_000, bytes: 8 * 1024 * 1024 },
}: {
  readonly feed: Feed;
  readonly frameOf: (item: FeedItem) => FeedFrame;
  /** Makes this process show what the events say, before readers hear of them. */
  readonly refresh: (categories: Iterable<string>) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** What is kept for readers that come back. */
  readonly keep?: { readonly events: number; readonly bytes: number };
}) {
  const readers = new Map<TailReader, number>();
  let frames: FeedFrame[] = [];
  let bytes = 0;
  /** Every event behind this one is in `frames`. */
  let reachesBackTo = 0;
  let end: ChainEnd | null = null;
  let stopped = false;

  const append = (items: readonly FeedItem[]): void => {
    for (const item of items) {
      const frame = frameOf(item);
      frames.push(frame);
      bytes += frame.bytes.length;
      for (const [reader, since] of readers) if (frame.event_id > since) reader.take(frame);
    }
    let surplus = 0;
    while (frames.length - surplus > keep.events || bytes > keep.bytes) {
      const oldest = frames[surplus] as FeedFrame;
      bytes -= oldest.bytes.length;
      reachesBackTo = oldest.event_id;
      surplus += 1;
    }
    frames = frames.slice(surplus);
  };

  const begin = async (): Promise<void> => {
    const latest = await feed.latest(readAtOnce);
    await refresh(latest.events.map(({ category }) => category));
    frames = [];
    bytes = 0;
    reachesBackTo = latest.after;
    end = latest.upto;
    append(itemsOf(latest));
  };

  const reading = new SharedRuns(async () => {
    if (end === null) await begin();
    while (!stopped) {
      const before = end as ChainEnd;
      const next = await feed.read(before, readAtOnce);
      const { events, upto, head } = next;
      if (upto.event_id !== before.event_id || head.event_id !== before.event_id)
        lastBehind(before.event_id, idsOf(next));
      await refresh(new Set(events.map(({ category }) => category)));
      append(itemsOf(next));
      end = upto;
      if (upto.event_id === head.event_id) return;
    }
  });

  const read = async (): Promise<void> => {
    try {
      await reading.run();
    } catch (error) {
      if (error instanceof RegistryError && error.code === 'gone') {
        end = null;
        for (const reader of readers.keys()) reader.lost();
        readers.clear();
      }
      onError(error);
      throw error;
    }
  };

  let last: Promise<void> = Promise.resolve();

  return {
    /**
     * Reads what is new. To be called whenever there may have been a commit; does nothing until somebody has
     * needed the tail.
     */
    wake: () => {
      if (end !== null && !stopped) last = read().catch(() => {});
    },
    /** Resolves when the tail can be asked. */
    ready: async () => {
      if (end === null) await read();
    },
    /**
     * The first events behind `since` that are in memory, at most `limit`; null when memory does not reach back
     * that far.
     */
    after: (since: number, limit: number): readonly FeedFrame[] | null => {
      if (end === null || since < reachesBackTo) return null;
      const first = frames.findIndex((frame) => frame.event_id > since);
      return first === -1 ? [] : frames.slice(first, first + limit);
    },
    /**
     * Gives `reader` what comes behind `since`. Called right when `after` has nothing more, so that nothing
     * comes in between.
     */
    follow: (since: number, reader: TailReader) => {
      readers.set(reader, since);
      return () => {
        readers.delete(reader);
      };
    },
    /** Resolves when nothing is being read. */
    stop: async () => {
      stopped = true;
      await last;
    },
  };
}
