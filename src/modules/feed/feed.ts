import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { type ChainEnd, type FeedCursor, formatCursor } from '../../records/feed-cursor.ts';
import type { FeedEvent } from '../../records/feed-event.ts';
import { contentHash } from '../../records/hash.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, auditStore, chainStart } from '../audit/index.ts';
import { isModelEvent, readEvent, readPredecessor, stateAfter } from '../catalog/index.ts';
import { type CatalogueFeedEvent, toCatalogueFeedEvent } from '../catalogues/index.ts';
import { type FileVerdictFeedEvent, parseFileVerdictEvent } from '../files/index.ts';

/**
 * An event of the feed: a write of a live model, a verdict on one of its files, or a write of a catalogue
 * entry.
 */
export type FeedItem = FeedEvent | FileVerdictFeedEvent | CatalogueFeedEvent;

/** The items of one section of the feed: writes of models, verdicts on files, and writes of catalogues. */
interface FeedContent {
  readonly events: readonly FeedEvent[];
  readonly fileVerdicts: readonly FileVerdictFeedEvent[];
  readonly catalogueEvents?: readonly CatalogueFeedEvent[];
}

/** Returns all items of a section of the feed, in the order of their events. */
export function sortItems({ events, fileVerdicts, catalogueEvents = [] }: FeedContent): FeedItem[] {
  if (fileVerdicts.length + catalogueEvents.length === 0) return [...events];
  return [...events, ...fileVerdicts, ...catalogueEvents].sort((a, b) => a.event_id - b.event_id);
}

/** Returns the ids of all events in a section, and of the event `upto`, at which the section ends. */
export function collectIds(section: FeedContent & { readonly upto: ChainEnd }): Set<number> {
  return new Set([...sortItems(section), section.upto].map(({ event_id }) => event_id));
}

/**
 * Returns the last of the event ids; `startId` when there are none. Checks that the ids ascend from
 * `startId`, because otherwise a reader could get the same events repeatedly.
 *
 * @throws Error when the ids do not ascend
 */
export function findLastId(startId: number, ids: Iterable<number>): number {
  let latestId = startId;
  for (const id of ids) {
    if (id <= latestId) throw new Error(`The feed has a gap: event ${id} follows event ${latestId}.`);
    latestId = id;
  }
  return latestId;
}

/** Maximum number of bytes of events in one section. A larger event is alone in its section. */
const maxBytes = 4 * 1024 * 1024;

export type Feed = ReturnType<typeof createFeed>;

/** Converts the v2 records of events to the form in which reads return them. */
export interface ShowRecords {
  readonly shown: (category: string, name: string, record: JsonObject) => JsonObject;
  /** Refreshes, from the database, the data that `shown` adds to records. */
  readonly refresh: () => Promise<void>;
}

/**
 * Creates the reader of the feed. The feed contains the events about live models, the verdicts on their
 * files, and the writes of catalogues, in the order of the audit chain. It is read in sections. A section has
 * no gaps: later commits add events only after its end.
 *
 * @param show converts the records of events; absent: events contain the stored records
 */
export function createFeed(store: Pick<Store, 'read'>, show?: ShowRecords) {
  const convertRecords = async <T extends FeedContent>(content: T): Promise<T> => {
    if (!show || content.events.length === 0) return content;
    await show.refresh();
    return { ...content, events: content.events.map((event) => projectEvent(event, show)) };
  };
  return {
    /**
     * Reads the section of the feed after `since`: at most `limit` events, fewer when they are large. The
     * section may be empty even if more events follow; the end of the feed is reached when `upto` equals
     * `head`. `upto` is the event at which the section ends, `head` the newest event in the audit chain.
     *
     * @throws RegistryError `gone` when `since` is not a position in this registry's audit chain
     */
    read: async (since: FeedCursor, limit: number) => {
      const content = await store.read(async (reader) => {
        const head = await auditStore(reader).head();
        await checkCursor(reader, since, head);
        const filter = { of_models: true, after: since.event_id } as const;
        const { events, hasMore } = await auditStore(reader).page(filter, {
          rows: limit,
          bytes: maxBytes,
        });
        return { ...toFeedContent(events), upto: hasMore ? (events.at(-1) ?? head) : head, head };
      });
      return convertRecords(content);
    },

    /**
     * Returns the position in the audit trail (event id and full hash) to which a cursor points.
     *
     * @throws RegistryError `gone` when `since` is not a position in this registry's audit chain
     */
    position: (since: FeedCursor) =>
      store.read(async (reader) => checkCursor(reader, since, await auditStore(reader).head())),

    /**
     * Returns the position of the newest event in the audit trail. A reader that starts there gets only new
     * events.
     */
    head: () => store.read((reader) => auditStore(reader).head()),

    /**
     * Returns the latest events of the feed, oldest first, at most `limit`. `after` is the id from which the
     * result is complete: it contains every event of the feed with a greater id.
     */
    latest: async (limit: number) => {
      const content = await store.read(async (reader) => {
        const head = await auditStore(reader).head();
        const pageLimit = { rows: limit, bytes: maxBytes };
        const { events: latestEvents, hasMore } = await auditStore(reader).page(
          { of_models: true },
          pageLimit,
          'descending',
        );
        const oldestEvent = hasMore ? latestEvents.at(-1) : undefined;
        const precedingId = oldestEvent ? oldestEvent.event_id - 1 : chainStart.event_id;
        return { ...toFeedContent(latestEvents.reverse()), upto: head, after: precedingId };
      });
      return convertRecords(content);
    },
  };
}

function toFeedContent(events: readonly AuditEvent[]): FeedContent {
  return {
    events: events.flatMap((event) => toFeedEvent(event) ?? []),
    fileVerdicts: events.flatMap((event) => parseFileVerdictEvent(event) ?? []),
    catalogueEvents: events.flatMap((event) => toCatalogueFeedEvent(event) ?? []),
  };
}

function projectEvent(event: FeedEvent, { shown }: ShowRecords): FeedEvent {
  if (event.v2 === null) return event;
  const v2 = shown(event.category, event.model_name, event.v2);
  return v2 === event.v2 ? event : { ...event, v2, v2_hash: contentHash(JSON.stringify(v2)) };
}

/**
 * Returns the position in the audit trail (event id and full hash) to which a cursor points.
 * @throws RegistryError `gone` when the cursor is not a position in this registry's trail: the trail has no
 *   event with its id, or that event has another hash
 */
async function checkCursor(reader: Tx, since: FeedCursor, head: ChainEnd): Promise<ChainEnd> {
  const id = since.event_id;
  const chainPosition = id === head.event_id ? head : await findPosition(reader, id);
  if (chainPosition && (since.hash === null || chainPosition.hash.startsWith(since.hash)))
    return chainPosition;
  const cursorLabel = since.hash === null ? id : `${id}-${since.hash}`;
  throw new RegistryError(
    'gone',
    `since=${cursorLabel} is not an event of this registry, whose newest event is ${formatCursor(head)}: its history was replaced, or the event is another registry's. ` +
      'Start over: get a cursor with since=head, read every category, then continue from that cursor.',
  );
}

async function findPosition(reader: Tx, id: number): Promise<ChainEnd | null> {
  return id === chainStart.event_id ? chainStart : readEvent(reader, id);
}

/** Converts an audit event to an event of the feed; null when it is not a write of a live model. */
export function toFeedEvent(event: AuditEvent): FeedEvent | null {
  if (!isModelEvent(event)) return null;
  const [v2, legacy] = [stateAfter(event, 'v2'), stateAfter(event, 'legacy')];
  const returned_behind = readPredecessor(event);
  return {
    event_id: event.event_id,
    cursor: formatCursor(event),
    timestamp: event.timestamp,
    category: event.category,
    model_name: event.model_name,
    operation: event.operation,
    v2,
    legacy,
    v2_hash: v2 && contentHash(JSON.stringify(v2)),
    legacy_hash: legacy && contentHash(JSON.stringify(legacy)),
    ...(returned_behind !== undefined && { returned_behind }),
  };
}
