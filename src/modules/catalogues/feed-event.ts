import type { JsonObject } from '../../kernel/json.ts';
import { formatCursor } from '../../records/feed-cursor.ts';
import { type AuditEvent, subjectOf } from '../audit/index.ts';
import type { CatalogueKind } from './catalogue.ts';
import { parseEntryEvent } from './catalogue-event.ts';

/** A write of a catalogue entry, as sent to readers of the feed. */
export interface CatalogueFeedEvent {
  readonly event_id: number;
  /** The cursor to pass to the feed to get the events after this one. */
  readonly cursor: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly catalogue: CatalogueKind;
  readonly section: string;
  readonly name: string;
  /** The revision of the catalogue after the write. */
  readonly revision: number;
  readonly operation: 'create' | 'update' | 'delete';
  /** The entry after the write; null after a deletion. */
  readonly entry: JsonObject | null;
}

/** Returns the write of an entry that an audit event describes; null for other events. */
export function toCatalogueFeedEvent(event: AuditEvent): CatalogueFeedEvent | null {
  if (subjectOf(event) !== 'catalogue') return null;
  const write = parseEntryEvent(event);
  if ('problem' in write) return null;
  const { kind: catalogue, section, name, revision, after: entry } = write;
  const { event_id, timestamp, operation } = event;
  return {
    event_id,
    cursor: formatCursor(event),
    timestamp,
    catalogue,
    section,
    name,
    revision,
    operation,
    entry,
  };
}
