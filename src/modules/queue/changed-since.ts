import type { JsonObject } from '../../kernel/json.ts';
import { categoryOf } from '../../records/categories/category-of.ts';
import { diffRecords, type FieldDiff } from '../../records/diff.ts';
import { contentHash } from '../../records/hash.ts';
import { shownStored } from '../../records/model-views.ts';
import type { Tx } from '../../store/tx.ts';
import type { AuditEvent } from '../audit/event.ts';
import { modelEvents } from '../audit/model-events.ts';
import { stateAfter, stateRemoved, writtenStates } from '../audit/written-states.ts';
import type { ListedChange } from './pending-change.ts';

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
