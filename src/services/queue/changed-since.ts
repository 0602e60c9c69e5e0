import type { AuditEvent } from '../../registry/audit/event.ts';
import { stateAfter, stateRemoved, writtenStates } from '../../registry/audit/written-states.ts';
import { categoryOf } from '../../registry/categories/category-of.ts';
import { diffRecords, type FieldDiff } from '../../registry/diff.ts';
import type { JsonObject } from '../../registry/json.ts';
import { shownStored } from '../../registry/model-views.ts';
import type { ListedChange } from '../../registry/queue/pending-change.ts';
import { contentHash } from '../../registry/records/hash.ts';
import type { Tx } from '../../storage/tx.ts';
import { modelEvents } from '../audit/model-events.ts';

/** How many of a model's latest writes are looked through for the record that a change was based on. */
const mostWrites = 100;

/**
 * What happened to a model since a change was proposed for it: the record that the change was based on
 * against the live one, both as readers of the change's format see them. Null when that record is neither in
 * the audit trail nor the one before it began.
 */
export async function changedSince(
  reader: Tx,
  change: ListedChange,
  current: JsonObject | null,
): Promise<FieldDiff[] | null> {
  if (change.base_hash === null) return diffRecords(null, current);
  const base = await baseOf(reader, change, change.base_hash);
  if (base === null) return null;
  const definition = categoryOf(change.category);
  return diffRecords(shownStored(definition, change.model_name, change.payload_format, base), current);
}

/** The stored record that has this hash. */
async function baseOf(
  reader: Tx,
  { category, model_name, payload_format: format }: ListedChange,
  hash: string,
): Promise<JsonObject | null> {
  let earliest: AuditEvent | undefined;
  let writes = 0;
  for await (const event of modelEvents(reader, { category, model_name })) {
    if (writes === mostWrites) return null;
    const candidates = [stateAfter(event, format), stateRemoved(event, format)];
    const base = candidates.find((record) => record && contentHash(JSON.stringify(record)) === hash);
    if (base) return base;
    earliest = event;
    writes += 1;
  }
  // None of the writes since the trail began made this record, so it is the one from before them.
  if (earliest?.operation !== 'update' || earliest.domain !== format) return null;
  return writtenStates(earliest).before;
}
