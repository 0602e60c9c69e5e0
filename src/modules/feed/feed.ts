import { RegistryError } from '../../kernel/errors.ts';
import { type Audience, isShownTo, type ModelTraits, traitsOf } from '../../records/audience.ts';
import { ConversionError, type LegacyRecord } from '../../records/categories/category.ts';
import { findCategory } from '../../records/categories/index.ts';
import { type ChainEnd, cursorText, type FeedCursor } from '../../records/feed-cursor.ts';
import type { FeedEvent } from '../../records/feed-event.ts';
import { contentHash } from '../../records/hash.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, auditStore, chainStart } from '../audit/index.ts';
import {
  type Catalog,
  type CommonPlace,
  commonBehind,
  eventOfId,
  isModelEvent,
  returnedBehind,
  stateAfter,
  wasBeta,
  writtenStates,
} from '../catalog/index.ts';
import { type FileVerdictFeedEvent, fileVerdictFeedEvent } from '../files/index.ts';

/** A write of a live model, or a verdict on one of its files. */
export type FeedItem = FeedEvent | FileVerdictFeedEvent;

/** The items in a stretch of the feed: writes of models, and verdicts on files. */
interface Told {
  readonly events: readonly FeedEvent[];
  readonly fileVerdicts: readonly FileVerdictFeedEvent[];
}

/** Gives all items of a stretch of the feed, in the order of their events. */
export function itemsOf({ events, fileVerdicts }: Told): FeedItem[] {
  if (fileVerdicts.length === 0) return [...events];
  return [...events, ...fileVerdicts].sort((some, other) => some.event_id - other.event_id);
}

/** Gives the ids of all events in a stretch, and of the event `upto`, at which it ends. */
export function idsOf(stretch: Told & { readonly upto: ChainEnd }): Set<number> {
  return new Set([...itemsOf(stretch), stretch.upto].map(({ event_id }) => event_id));
}

/**
 * Gives the last id of the events that follow `place`; `place` itself when there are none. Checks that the
 * ids ascend from `place`, because otherwise a reader could get the same events again and again.
 *
 * @throws Error when the ids do not ascend
 */
export function lastBehind(place: number, ids: Iterable<number>): number {
  let last = place;
  for (const id of ids) {
    if (id <= last) throw new Error(`The feed does not go on from event ${last}: event ${id} follows it.`);
    last = id;
  }
  return last;
}

/** Largest number of bytes of events in one stretch; a larger event is alone in its stretch. */
const mostBytes = 4 * 1024 * 1024;

export type Feed = ReturnType<typeof createFeed>;

/**
 * Makes the reader of the feed: the events about live models, and verdicts on their files, in the order of
 * the audit chain. A stretch is a part of the feed without gaps: no later commit adds an event before its
 * end.
 */
export function createFeed(store: Pick<Store, 'read'>) {
  return {
    /**
     * Reads the stretch of the feed after `since`: at most `limit` events, and fewer when they are large. It
     * may have none although more follow; the feed has been read to its end when `upto` equals `head`. `upto`
     * is the event at which the stretch ends, `head` the newest event in the audit chain.
     *
     * @throws RegistryError `gone` when `since` is not a place in this registry's audit chain
     */
    read: (since: FeedCursor, limit: number) =>
      store.read(async (reader) => {
        const head = await auditStore(reader).head();
        await checkPlace(reader, since, head);
        const behind = { of_models: true, after: since.event_id } as const;
        const { events, cut } = await auditStore(reader).page(behind, { rows: limit, bytes: mostBytes });
        return { ...toldBy(events), upto: cut ? (events.at(-1) ?? head) : head, head };
      }),

    /**
     * Gives the position in the audit trail (event id and full hash) to which a cursor points.
     *
     * @throws RegistryError `gone`, as `read`
     */
    place: (since: FeedCursor) =>
      store.read(async (reader) => checkPlace(reader, since, await auditStore(reader).head())),

    /**
     * Gives the position of the newest event in the audit trail. A reader that starts there gets only new
     * events.
     */
    head: () => store.read((reader) => auditStore(reader).head()),

    /**
     * Gives the latest model events, oldest first, at most `limit`. `after` in the result is an event id: the
     * result holds every model event with a greater id.
     */
    latest: (limit: number) =>
      store.read(async (reader) => {
        const head = await auditStore(reader).head();
        const most = { rows: limit, bytes: mostBytes };
        const { events: found, cut } = await auditStore(reader).page({ of_models: true }, most, 'descending');
        const oldest = cut ? found.at(-1) : undefined;
        const after = oldest ? oldest.event_id - 1 : chainStart.event_id;
        return { ...toldBy(found.reverse()), upto: head, after };
      }),
  };
}

function toldBy(events: readonly AuditEvent[]): Told {
  return {
    events: events.flatMap((event) => feedEvent(event) ?? []),
    fileVerdicts: events.flatMap((event) => fileVerdictFeedEvent(event) ?? []),
  };
}

/**
 * Gives the position in the audit trail (event id and full hash) to which a cursor points.
 * @throws RegistryError `gone` when the cursor is not a place in this registry's trail: its id is unknown
 * there, or belongs to another hash
 */
async function checkPlace(reader: Tx, since: FeedCursor, head: ChainEnd): Promise<ChainEnd> {
  const id = since.event_id;
  const place = id === head.event_id ? head : await placeOf(reader, id);
  if (place && (since.hash === null || place.hash.startsWith(since.hash))) return place;
  const given = since.hash === null ? id : `${id}-${since.hash}`;
  throw new RegistryError(
    'gone',
    `since=${given} is not an event of this registry, whose newest event is ${cursorText(head)}: its history was replaced, or the event is another registry's. ` +
      'Start again: take a cursor with since=head, then read every category, then go on from that cursor.',
  );
}

async function placeOf(reader: Tx, id: number): Promise<ChainEnd | null> {
  return id === chainStart.event_id ? chainStart : eventOfId(reader, id);
}

/**
 * Makes the feed's event from an audit event; null when the audit event is not a write of a live model. The
 * result is for audiences that see every model; `eventFor` adapts it to other audiences.
 */
export function feedEvent(event: AuditEvent): FeedEvent | null {
  if (!isModelEvent(event)) return null;
  const [v2, legacy] = [stateAfter(event, 'v2'), stateAfter(event, 'legacy')];
  const returned_behind = returnedBehind(event);
  const told: FeedEvent = {
    event_id: event.event_id,
    cursor: cursorText(event),
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
  noteFacts(event, told);
  return told;
}

/**
 * Facts that decide which audiences get the event of a write, and in which form. `before` describes the model
 * before the write; null: there was none. `after` describes it after the write; null: there is none.
 */
interface WriteFacts {
  readonly before: ModelTraits | null;
  readonly after: ModelTraits | null;
  /**
   * The place of the model for readers who are not shown models in beta: the name of the last model before it
   * that is not in beta. null: it is the first. undefined: the audit event does not state such a place (see
   * `CommonPlace`).
   */
  readonly commonBehind: string | null | undefined;
}

/**
 * The facts about the write behind an event of the feed, for each event that was passed to `noteFacts`. An
 * event without facts goes to every audience unchanged.
 */
const factsOf = new WeakMap<FeedEvent, WriteFacts>();

/**
 * Keeps in memory what the model was like before and after a write. The feed's event does not state it, but
 * `eventFor` needs it to decide which audiences get the event.
 * @param event the audit event of the write
 * @param told the feed's event of the same write
 */
function noteFacts(event: AuditEvent, told: FeedEvent): void {
  factsOf.set(told, {
    before: traitsBefore(event),
    after: told.v2 && traitsOf(told.v2),
    commonBehind: commonBehind(event),
  });
}

function traitsBefore(event: AuditEvent): ModelTraits | null {
  const { before } = writtenStates(event);
  const beta = { isBeta: wasBeta(event) };
  if (before === null) return null;
  if (event.domain === 'v2') return { ...traitsOf(before), ...beta };
  try {
    const form = findCategory(event.category)?.legacy;
    return form ? { ...traitsOf(form.toV2(event.model_name, before as LegacyRecord, null)), ...beta } : null;
  } catch (error) {
    if (error instanceof ConversionError) return null;
    throw error;
  }
}

/** Tells whether an audience may see a model as it is now. Gives true for a model that no longer exists. */
export type IsShown = (audience: Audience, category: string, name: string) => boolean;

export function isShownNow(catalog: Pick<Catalog, 'snapshot'>): IsShown {
  return (audience, category, name) => {
    if (!findCategory(category)) return true;
    if (audience.profile === null && catalog.snapshot('v2', category, audience.channel).get(name))
      return true;
    const model = catalog.snapshot('v2', category, 'beta').get(name);
    return model === undefined || isShownTo(audience, traitsOf(model.record));
  };
}

/**
 * Gives an item of the feed in the form for an audience; null when the audience does not get the item. A
 * write that makes a model visible to the audience becomes a creation. A write that hides a model from the
 * audience becomes a deletion.
 */
export function itemFor(item: FeedItem, audience: Audience, isShown: IsShown): FeedItem | null {
  return 'verdict' in item
    ? isShown(audience, item.category, item.model_name)
      ? item
      : null
    : eventFor(item, audience);
}

export function eventFor(event: FeedEvent, audience: Audience): FeedEvent | null {
  const facts = factsOf.get(event);
  if (!facts || (audience.channel === 'beta' && audience.profile === null)) return event;
  const sees = (model: ModelTraits | null) => model !== null && isShownTo(audience, model);
  const [saw, seesNow] = [sees(facts.before), sees(facts.after)];
  const { returned_behind: place, ...rest } = event;
  // The place among the models that a profile leaves is not known.
  const placed = (returned_behind: CommonPlace) =>
    returned_behind === undefined || audience.profile !== null ? {} : { returned_behind };
  if (seesNow && (saw || event.operation === 'create')) {
    if (place === undefined) return event;
    return { ...rest, ...placed(facts.commonBehind === undefined ? place : facts.commonBehind) };
  }
  if (seesNow) return { ...rest, operation: 'create', ...placed(facts.commonBehind) };
  if (!saw) return null;
  if (event.operation === 'delete') return event;
  return { ...rest, operation: 'delete', v2: null, legacy: null, v2_hash: null, legacy_hash: null };
}
