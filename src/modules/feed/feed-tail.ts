import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import { type Feed, type FeedItem, idsOf, itemsOf, lastBehind } from './feed.ts';

/** An event in the bytes that every reader gets: encoded once, however many read. */
export interface FeedFrame {
  readonly event_id: number;
  readonly bytes: Buffer;
}

/** What the feed tells as a Server-Sent Event: `model` or `file_verdict`. */
export function frameOf(item: FeedItem): FeedFrame {
  const name = 'verdict' in item ? 'file_verdict' : 'model';
  const text = `id: ${item.cursor}\nevent: ${name}\ndata: ${JSON.stringify(item)}\n\n`;
  return { event_id: item.event_id, bytes: Buffer.from(text) };
}

/** A live reader of the feed. Neither method may wait or throw. */
export interface TailReader {
  /** Takes the next event. A reader that cannot keep up has to close. */
  take(frame: FeedFrame): void;
  /** The chain was replaced by another: there is nothing to go on from. */
  lost(): void;
}

/**
 * The end of the feed in memory, from which all live readers of this process are served: each event is read
 * from the database once, however many readers there are.
 */
export interface FeedTail {
  /**
   * Reads what is new. To be called whenever there may have been a commit; does nothing until somebody has
   * needed the tail.
   */
  wake(): void;
  /** Resolves when the tail can be asked. */
  ready(): Promise<void>;
  /**
   * The first events behind `since` that are in memory, at most `limit`; null when memory does not reach back
   * that far.
   */
  after(since: number, limit: number): readonly FeedFrame[] | null;
  /**
   * Gives `reader` what comes behind `since`. Called right when `after` has nothing more, so that nothing
   * comes in between.
   */
  follow(since: number, reader: TailReader): () => void;
  /** Resolves when nothing is being read. */
  stop(): Promise<void>;
}

export interface FeedTailOptions {
  readonly feed: Feed;
  readonly frameOf: (item: FeedItem) => FeedFrame;
  /** Makes this process show what the events say, before readers hear of them. */
  readonly refresh: (categories: Iterable<string>) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** What is kept for readers that come back. */
  readonly keep?: { readonly events: number; readonly bytes: number };
}

/** Events read at a time. */
const stretch = 200;

export function createFeedTail(options: FeedTailOptions): FeedTail {
  const { feed, frameOf, refresh, onError, keep = { events: 1_000, bytes: 8 * 1024 * 1024 } } = options;
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
    const latest = await feed.latest(stretch);
    await refresh(latest.events.map(({ category }) => category));
    frames = [];
    bytes = 0;
    reachesBackTo = latest.after;
    end = latest.upto;
    append(itemsOf(latest));
  };

  const loseAll = (): void => {
    end = null;
    for (const reader of readers.keys()) reader.lost();
    readers.clear();
  };

  const reading = new SharedRuns(async () => {
    if (end === null) await begin();
    while (!stopped) {
      const before = end as ChainEnd;
      const next = await feed.read(before, stretch);
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
      if (error instanceof RegistryError && error.code === 'gone') loseAll();
      onError(error);
      throw error;
    }
  };

  let last: Promise<void> = Promise.resolve();

  return {
    wake: () => {
      if (end !== null && !stopped) last = read().catch(() => {});
    },
    ready: async () => {
      if (end === null) await read();
    },
    after: (since, limit) => {
      if (end === null || since < reachesBackTo) return null;
      const first = frames.findIndex((frame) => frame.event_id > since);
      return first === -1 ? [] : frames.slice(first, first + limit);
    },
    follow: (since, reader) => {
      readers.set(reader, since);
      return () => readers.delete(reader);
    },
    stop: async () => {
      stopped = true;
      await last;
    },
  };
}
