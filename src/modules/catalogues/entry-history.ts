import type { JsonObject } from '../../kernel/json.ts';
import { diffRecords, type FieldDiff } from '../../records/diff.ts';
import type { Store } from '../../store/store.ts';
import { type AuditEvent, auditStore, subjectOf } from '../audit/index.ts';
import { readDeletedState, readWrittenStates, stateAfter } from '../catalog/index.ts';
import type { CatalogueKind } from './catalogue.ts';
import { parseEntryEvent } from './catalogue-event.ts';

/** One write of an entry, as shown in its history. */
export interface EntryHistoryItem {
  readonly event_id: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly operation: 'create' | 'update' | 'delete';
  /** The revision of the catalogue after the write; null for a write that predates the catalogue. */
  readonly revision: number | null;
  readonly change_id: number | null;
  readonly batch_id: number | null;
  readonly applied_by: string;
  readonly applied_username: string | null;
  readonly field_diffs: FieldDiff[];
}

interface EntrySelection {
  readonly kind: CatalogueKind;
  readonly section: string;
  readonly name: string;
  /** The model category in which earlier releases stored such entries; null if there was none. */
  readonly formerCategory: string | null;
}

/**
 * Lists the writes of a catalogue entry, newest first, at most `limit`. If `cursor` (an event id) is given,
 * lists only writes before that event.
 */
export function readEntryHistory(
  store: Pick<Store, 'read'>,
  entry: EntrySelection,
  cursor: number | null,
  limit: number,
): Promise<{ items: EntryHistoryItem[]; limit: number; next_cursor: number | null }> {
  return store.read(async (reader) => {
    const filter = { model_name: entry.name, ...(cursor !== null && { upto: cursor - 1 }) };
    const items: EntryHistoryItem[] = [];
    let lastEventId: number | undefined;
    for (;;) {
      const pageFilter = lastEventId === undefined ? filter : { ...filter, upto: lastEventId };
      const { events, hasMore } = await auditStore(reader).page(pageFilter, pageBounds, 'descending');
      for (const event of events) {
        if (items.length === limit) return { items, limit, next_cursor: items.at(-1)?.event_id ?? null };
        const item = createItem(event, entry);
        if (item) items.push(item);
      }
      const lastEvent = events.at(-1);
      if (!hasMore || !lastEvent) return { items, limit, next_cursor: null };
      lastEventId = lastEvent.event_id - 1;
    }
  });
}

const pageBounds = { rows: 200, bytes: 4 * 1024 * 1024 };

function createItem(
  event: AuditEvent,
  { kind, section, formerCategory }: EntrySelection,
): EntryHistoryItem | null {
  const facts = {
    event_id: event.event_id,
    timestamp: event.timestamp,
    operation: event.operation,
    change_id: event.change_id,
    batch_id: event.batch_id,
    applied_by: event.logical_user_id,
  };
  const subject = subjectOf(event);
  if (subject === 'catalogue') {
    const write = parseEntryEvent(event);
    if ('problem' in write || write.kind !== kind || write.section !== section) return null;
    const { revision, username: applied_username, before, after } = write;
    return { ...facts, revision, applied_username, field_diffs: diffRecords(before, after) };
  }
  if (subject !== 'model' || event.category !== formerCategory) return null;
  return { ...facts, revision: null, applied_username: null, field_diffs: diffRecords(...readStates(event)) };
}

function readStates(event: AuditEvent): [before: JsonObject | null, after: JsonObject | null] {
  if (event.operation === 'delete') return [readDeletedState(event, 'v2'), null];
  return [event.operation === 'create' ? null : readWrittenStates(event).before, stateAfter(event, 'v2')];
}
