import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { sameJson } from '../../../kernel/same-json.ts';

/** A field that both sides have changed, and not to the same. Absent where a side does not have it. */
export interface FieldConflict {
  /** Dotted; empty when one side has removed the record. */
  readonly path: string;
  readonly base?: JsonValue;
  readonly theirs?: JsonValue;
  readonly ours?: JsonValue;
}

export interface MergedRecord {
  /** What both sides' changes come to; in a conflict, what `theirs` has. Null: no record. */
  readonly record: JsonObject | null;
  readonly conflicts: readonly FieldConflict[];
}

/**
 * A three-way merge of one record, field by field. Fields of objects are merged one by one, arrays as a whole.
 *
 * @param base the record in which both sides last agreed; null: there was none
 */
export function mergeRecords(
  base: JsonObject | null,
  theirs: JsonObject | null,
  ours: JsonObject | null,
): MergedRecord {
  const conflicts: FieldConflict[] = [];
  const merged = mergeSlot(base ?? undefined, theirs ?? undefined, ours ?? undefined, '', conflicts);
  return { record: isJsonObject(merged) ? merged : null, conflicts };
}

type Slot = JsonValue | undefined;

function mergeSlot(base: Slot, theirs: Slot, ours: Slot, path: string, conflicts: FieldConflict[]): Slot {
  // Ours where both are the same: its keys stand in the order that readers know.
  if (sameJson(theirs, ours)) return ours;
  if (sameJson(base, theirs)) return ours;
  if (sameJson(base, ours)) return theirs;
  if (isJsonObject(theirs) && isJsonObject(ours) && (base === undefined || isJsonObject(base))) {
    return mergeObjects(base ?? {}, theirs, ours, path, conflicts);
  }
  conflicts.push({
    path,
    ...(base !== undefined && { base }),
    ...(theirs !== undefined && { theirs }),
    ...(ours !== undefined && { ours }),
  });
  return theirs;
}

function mergeObjects(
  base: JsonObject,
  theirs: JsonObject,
  ours: JsonObject,
  path: string,
  conflicts: FieldConflict[],
): JsonObject {
  const members: [string, JsonValue][] = [];
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const at = path === '' ? key : `${path}.${key}`;
    const value = mergeSlot(own(base, key), own(theirs, key), own(ours, key), at, conflicts);
    if (value !== undefined) members.push([key, value]);
  }
  return Object.fromEntries(members);
}

function own(object: JsonObject, key: string): Slot {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
