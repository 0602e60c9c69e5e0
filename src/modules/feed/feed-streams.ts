import pLimit from 'p-limit';
import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { ChainEnd, FeedCursor } from '../../records/feed-cursor.ts';
import { collectIds, type Feed, type FeedItem, findLastId, sortItems } from './feed.ts';

/** The connection to one reader of the feed. */
export interface FeedSink {
  /**
   * Sends an event without waiting. Closes the connection when the client reads so slowly that too many
   * events are pending.
   */
  send(frame: FeedFrame): void;
  /** Resolves when there is room for more events, or when the sink is closed. */
  waitForRoom(): Promise<void>;
  close(): void;
  readonly closed: boolean;
}

/** The number of events that a stream sends before it waits for room in the sink. */
const maxFramesPerWrite = 50;
/**
 * Maximum number of readers for whom the database is queried at the same time; others wait. When an instance
 * restarts, thousands of readers reconnect at once.
 */
const maxConcurrentReads = 4;

export type FeedStreams = ReturnType<typeof createFeedStreams>;

/**
 * Creates the streams of the feed. A stream first sends the events that the reader has missed, from memory or
 * the database, then each new event.
 */
export function createFeedStreams({ feed, tail }: { readonly feed: Feed; readonly tail: FeedTail }) {
  const limitReads = pLimit(maxConcurrentReads);

  return {
    /**
     * Checks the position from which a reader wants events, and returns it for `stream`. Call it before the
     * response begins, while an error response is still possible.
     *
     * @param since null: the reader gets only new events
     * @throws RegistryError `gone` when `since` is not a position in this registry's audit chain; OutageError
     */
    async open(since: FeedCursor | null): Promise<ChainEnd> {
      await tail.ready();
      return limitReads(() => (since ? feed.position(since) : feed.head()));
    },

    /**
     * Sends the events after `since`, then each new event until the sink is closed. Resolves when all earlier
     * events are sent, or when the sink is closed. Returns `end`, which stops the new events.
     *
     * @throws OutageError `storage_unavailable`; Error when event ids do not ascend
     */
    async stream(since: ChainEnd, sink: FeedSink): Promise<{ end(): void }> {
      const sendFrame = (frame: FeedFrame): void => sink.send(frame);
      const reader = { take: sendFrame, lost: () => sink.close() };
      // Registers the reader at once, but for no events yet. If the audit chain is replaced, the sink is thus
      // closed even before new events are sent.
      const unregister = tail.follow(Number.POSITIVE_INFINITY, reader);
      try {
        let cursor: FeedCursor = since;
        while (!sink.closed) {
          const cachedFrames = tail.after(cursor.event_id, maxFramesPerWrite);
          // No await between this check and `follow`, so that no event is missed in between.
          if (cachedFrames?.length === 0) return { end: tail.follow(cursor.event_id, reader) };
          if (cachedFrames) {
            const ids = cachedFrames.map(({ event_id }) => event_id);
            const event_id = findLastId(cursor.event_id, ids);
            for (const frame of cachedFrames) sendFrame(frame);
            cursor = { event_id, hash: null };
          } else {
            const readCursor = cursor;
            const section = await limitReads(() => feed.read(readCursor, maxFramesPerWrite));
            findLastId(readCursor.event_id, collectIds(section));
            for (const item of sortItems(section)) sendFrame(encodeFrame(item));
            cursor = section.upto;
          }
          await sink.waitForRoom();
        }
        unregister();
        return { end: unregister };
      } catch (error) {
        unregister();
        throw error;
      }
    },
  };
}

/** An event of the feed, encoded once for all readers. */
export interface FeedFrame {
  readonly event_id: number;
  readonly bytes: Buffer;
}

/** Encodes an item of the feed as a Server-Sent Event, called `model`, `file_verdict` or `catalogue`. */
export function encodeFrame(item: FeedItem): FeedFrame {
  const name = 'verdict' in item ? 'file_verdict' : 'catalogue' in item ? 'catalogue' : 'model';
  const text = `id: ${item.cursor}\nevent: ${name}\ndata: ${JSON.stringify(item)}\n\n`;
  return { event_id: item.event_id, bytes: Buffer.from(text) };
}

/** A reader that receives new events as they happen. Its methods must neither wait nor throw. */
interface TailReader {
  /** Receives the next event. A reader that cannot keep up must end its connection. */
  take(frame: FeedFrame): void;
  /**
   * Called when the audit chain was replaced, for example by a restored backup. The reader gets no further
   * events.
   */
  lost(): void;
}

/** Number of events read from the database at a time. */
const eventsPerRead = 200;

export type FeedTail = ReturnType<typeof createFeedTail>;

/**
 * Caches the latest events of the feed in memory, and passes each new event to all readers registered with
 * `follow`. So each process reads a new event from the database once, however many readers it has.
 */
export function createFeedTail({
  feed,
  refresh,
  refreshCatalogues = async () => {},
  onError,
  cacheLimits = { events: 1_000, bytes: 8 * 1024 * 1024 },
}: {
  readonly feed: Feed;
  /**
   * Updates the models of these categories in memory. Called before readers get events about the models, so
   * that a reader who then requests a model does not get an older one.
   */
  readonly refresh: (categories: Iterable<string>) => Promise<void>;
  /** Updates the catalogues in memory, before readers get events about them. Default: none. */
  readonly refreshCatalogues?: () => Promise<void>;
  readonly onError: (error: unknown) => void;
  /**
   * Maximum number of cached events, and maximum total size of these events in bytes. Readers that reconnect
   * get the events that they missed from this cache.
   */
  readonly cacheLimits?: { readonly events: number; readonly bytes: number };
}) {
  const readers = new Map<TailReader, number>();
  let frames: FeedFrame[] = [];
  let cachedBytes = 0;
  /** `frames` has every event with an id above this one. */
  let oldestExcludedId = 0;
  let end: ChainEnd | null = null;
  let isStopped = false;

  const append = (items: readonly FeedItem[]): void => {
    for (const item of items) {
      const frame = encodeFrame(item);
      frames.push(frame);
      cachedBytes += frame.bytes.length;
      for (const [reader, since] of readers) if (frame.event_id > since) reader.take(frame);
    }
    let surplusCount = 0;
    while (frames.length - surplusCount > cacheLimits.events || cachedBytes > cacheLimits.bytes) {
      const oldestFrame = frames[surplusCount] as FeedFrame;
      cachedBytes -= oldestFrame.bytes.length;
      oldestExcludedId = oldestFrame.event_id;
      surplusCount += 1;
    }
    frames = frames.slice(surplusCount);
  };

  const readLatestEvents = async (): Promise<void> => {
    const latestPage = await feed.latest(eventsPerRead);
    await refresh(latestPage.events.map(({ category }) => category));
    frames = [];
    cachedBytes = 0;
    oldestExcludedId = latestPage.after;
    end = latestPage.upto;
    append(sortItems(latestPage));
  };

  const sharedRead = new SharedRuns(async () => {
    if (end === null) await readLatestEvents();
    while (!isStopped) {
      const before = end as ChainEnd;
      const section = await feed.read(before, eventsPerRead);
      const { events, catalogueEvents = [], upto, head } = section;
      if (upto.event_id !== before.event_id || head.event_id !== before.event_id)
        findLastId(before.event_id, collectIds(section));
      if (catalogueEvents.length > 0) await refreshCatalogues();
      await refresh(new Set(events.map(({ category }) => category)));
      append(sortItems(section));
      end = upto;
      if (upto.event_id === head.event_id) return;
    }
  });

  const readNewEvents = async (): Promise<void> => {
    try {
      await sharedRead.run();
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

  let pendingRead: Promise<void> = Promise.resolve();

  return {
    /**
     * Reads new events from the database. Call it after each commit, also of other processes. Does nothing
     * before the first `ready`.
     */
    wake: () => {
      if (end !== null && !isStopped) pendingRead = readNewEvents().catch(() => {});
    },
    /** Reads the latest events into memory, unless they are there already. */
    ready: async () => {
      if (end === null) await readNewEvents();
    },
    /**
     * Returns up to `limit` cached events after `since`, oldest first. Returns null before the first `ready`,
     * and when the cache lacks some of the events after `since`.
     */
    after: (since: number, limit: number): readonly FeedFrame[] | null => {
      if (end === null || since < oldestExcludedId) return null;
      const firstIndex = frames.findIndex((frame) => frame.event_id > since);
      return firstIndex === -1 ? [] : frames.slice(firstIndex, firstIndex + limit);
    },
    /**
     * Registers a reader: it receives each event after `since` that is read from now on. Call `follow` right
     * after `after` has returned an empty list, without an `await` in between. Otherwise the reader could
     * miss an event.
     * @returns a function that unregisters the reader
     */
    follow: (since: number, reader: TailReader) => {
      readers.set(reader, since);
      return () => {
        readers.delete(reader);
      };
    },
    /** Stops reading. Resolves when the last read has ended. */
    stop: async () => {
      isStopped = true;
      await pendingRead;
    },
  };
}
