import type { JsonObject } from '../../kernel/json.ts';
import { diffRecords } from '../../records/diff.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import type { AuditEvent } from '../audit/index.ts';
import {
  iterateModelEvents,
  type ModelSelection,
  readDeletedState,
  readWrittenStates,
  stateAfter,
} from '../catalog/index.ts';
import { type ChangeHead, changeStore, readPurgedChanges } from '../queue/index.ts';
import type { HistoryEntry } from './http-shapes.ts';

/**
 * Maximum total length of the event payloads in one page of a history, in UTF-16 units. A page that reaches it
 * has fewer entries than requested.
 */
const maxPageLength = 4 * 1024 * 1024;

/** Reads the history of a model's v2 record from the audit trail. */
export function createHistory(store: Store) {
  return {
    /**
     * Lists the writes of a model, newest first, at most `limit`. With `cursor`, the id of an event, lists
     * only writes before that event.
     */
    of: (category: string, name: string, cursor: number | null, limit: number) =>
      store.read(async (reader) => {
        const model = { category, model_name: name, ...(cursor !== null && { upto: cursor - 1 }) };
        const { events, hasMore } = await latestEvents(reader, model, limit);
        // When `hasMore` is true, the last event is not shown. It has been read because its record is the
        // state before the oldest write shown.
        const pageEvents = hasMore ? events.slice(0, -1) : events;
        const changes = await changesOf(reader, pageEvents);
        return {
          items: pageEvents.map((event, index) =>
            entry(event, events[index + 1], changes.get(event.change_id ?? 0)),
          ),
          limit,
          // The start of the next page; null at the end.
          next_cursor: hasMore ? (pageEvents.at(-1)?.event_id ?? null) : null,
        };
      }),
  };
}

/**
 * Reads the latest events of a model for one page: at most `limit` + 1, fewer when they are large. `hasMore`
 * is true when the last event read belongs to the next page.
 */
async function latestEvents(
  reader: Tx,
  model: ModelSelection,
  limit: number,
): Promise<{ events: AuditEvent[]; hasMore: boolean }> {
  const events: AuditEvent[] = [];
  let length = 0;
  for await (const event of iterateModelEvents(reader, model, limit + 1)) {
    events.push(event);
    length += JSON.stringify(event.payload).length;
    if (events.length > limit || (length > maxPageLength && events.length > 1))
      return { events, hasMore: true };
  }
  return { events, hasMore: false };
}

/** Returns, by change id, the changes whose writes the events record. Includes purged changes. */
async function changesOf(
  reader: Tx,
  events: readonly AuditEvent[],
): Promise<ReadonlyMap<number, ChangeHead>> {
  const ids = events.flatMap(({ change_id }) => change_id ?? []);
  const storedHeads = await changeStore(reader).heads(ids);
  const changes = new Map(storedHeads.map((head) => [head.change_id, head]));
  const purgedIds = ids.filter((id) => !changes.has(id));
  for (const change of await readPurgedChanges(reader, purgedIds)) changes.set(change.change_id, change);
  return changes;
}

function entry(
  event: AuditEvent,
  earlierEvent: AuditEvent | undefined,
  change: ChangeHead | undefined,
): HistoryEntry {
  const before = recordBefore(event, earlierEvent);
  return {
    event_id: event.event_id,
    timestamp: event.timestamp,
    operation: event.operation,
    change_id: event.change_id,
    batch_id: event.batch_id,
    batch_title: change?.batch_title ?? null,
    requested_by: change?.requested_by ?? null,
    requested_username: change?.requested_username ?? null,
    applied_by: event.logical_user_id,
    applied_username: change?.applied_username ?? null,
    field_diffs: before === undefined ? null : diffRecords(before, stateAfter(event, 'v2')),
  };
}

/**
 * Returns the v2 record that the write of an event replaced. Returns null when there was no such record.
 * Returns undefined when neither the event nor `earlierEvent`, the model's previous event, contains it.
 */
function recordBefore(
  event: AuditEvent,
  earlierEvent: AuditEvent | undefined,
): JsonObject | null | undefined {
  if (event.operation === 'create') return null;
  if (event.operation === 'delete') return readDeletedState(event, 'v2') ?? undefined;
  if (event.domain === 'v2') return readWrittenStates(event).before;
  return earlierEvent && (stateAfter(earlierEvent, 'v2') ?? undefined);
}
