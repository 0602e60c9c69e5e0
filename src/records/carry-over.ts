import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';
import { sameJson } from '../kernel/same-json.ts';
import { isSha256 } from './files/record-file.ts';

/**
 * Applies a change of a record in one form (v2 or legacy) to `previous`, the stored record in the other form.
 * Keeps the fields that only the stored form has.
 *
 * This is a three-way merge. `base` is the record before the change and `newRecord` the record after it, both
 * converted to the form of `previous`. Where `base` and `newRecord` are equal, `previous` stays unchanged,
 * including its spelling and key order. Where they differ, the result has the value of `newRecord`.
 */
export function carryOver(
  previous: JsonObject,
  base: JsonObject,
  newRecord: JsonObject,
  lists: EntryLists = {},
): JsonObject {
  return mergeObjects(previous, base, newRecord, { lists, path: '' });
}

/**
 * The arrays that are merged element by element, by dotted path, such as `config.download`. Any other changed
 * array is replaced entirely.
 */
export type EntryLists = Readonly<Record<string, EntryList>>;

interface EntryList {
  /** The key whose value identifies an element, such as `file_name`. */
  readonly key: string;
  /**
   * The keys of an element that describe the bytes of its file, such as `size_bytes`. The merge drops them
   * when the change replaces the file's SHA-256.
   */
  readonly aboutBytes: readonly string[];
}

interface Place {
  readonly lists: EntryLists;
  readonly path: string;
}

type Slot = JsonValue | undefined;

function merge(previous: Slot, base: Slot, newValue: Slot, place: Place): Slot {
  if (sameJson(base, newValue)) return previous;
  if (isJsonObject(previous) && isJsonObject(base) && isJsonObject(newValue)) {
    return mergeObjects(previous, base, newValue, place);
  }
  const list = place.lists[place.path];
  if (list && Array.isArray(previous) && Array.isArray(base) && Array.isArray(newValue)) {
    return mergeEntries({ previous, base, fresh: newValue }, list, place);
  }
  return newValue;
}

function mergeObjects(
  previous: JsonObject,
  base: JsonObject,
  newObject: JsonObject,
  place: Place,
): JsonObject {
  const keys = new Set([...Object.keys(previous), ...Object.keys(newObject)]);
  const mergedMembers: [string, JsonValue][] = [];
  for (const key of keys) {
    const path = place.path === '' ? key : `${place.path}.${key}`;
    const value = merge(ownValue(previous, key), ownValue(base, key), ownValue(newObject, key), {
      ...place,
      path,
    });
    if (value !== undefined) mergedMembers.push([key, value]);
  }
  return Object.fromEntries(mergedMembers);
}

function ownValue(object: JsonObject, key: string): Slot {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

interface Versions {
  readonly previous: readonly JsonValue[];
  readonly base: readonly JsonValue[];
  readonly fresh: readonly JsonValue[];
}

/**
 * Merges the elements of an array, in the order of `fresh`. Elements of `previous` that are in neither `base`
 * nor `fresh` have no counterpart in the other form and keep their positions.
 */
function mergeEntries(versions: Versions, list: EntryList, place: Place): JsonValue[] {
  const previousById = byIdentity(versions.previous, list.key);
  const baseById = byIdentity(versions.base, list.key);
  const mergedEntries: JsonValue[] = [];
  for (const entry of versions.fresh) {
    const id = identityOf(entry, list.key);
    const [old, known] = [previousById.get(id), baseById.get(id)];
    if (!isJsonObject(entry) || old === undefined) {
      if (!sameJson(known, entry)) mergedEntries.push(entry);
      continue;
    }
    mergedEntries.push(mergeEntry(old, known ?? {}, entry, list, place));
  }
  const freshById = byIdentity(versions.fresh, list.key);
  const orderedEntries: JsonValue[] = [];
  let next = 0;
  for (const [index, entry] of versions.previous.entries()) {
    const id = identityOf(entry, list.key);
    if (baseById.has(id) || freshById.has(id)) continue;
    while (orderedEntries.length < index && next < mergedEntries.length)
      orderedEntries.push(mergedEntries[next++] as JsonValue);
    orderedEntries.push(entry);
  }
  for (; next < mergedEntries.length; next += 1) orderedEntries.push(mergedEntries[next] as JsonValue);
  return orderedEntries;
}

function mergeEntry(
  old: JsonObject,
  base: JsonObject,
  newEntry: JsonObject,
  list: EntryList,
  place: Place,
): JsonObject {
  const mergedEntry = mergeObjects(old, base, newEntry, place);
  const baseHash = base.sha256sum;
  if (typeof baseHash !== 'string' || !isSha256(baseHash) || baseHash === newEntry.sha256sum)
    return mergedEntry;
  return Object.fromEntries(Object.entries(mergedEntry).filter(([key]) => !list.aboutBytes.includes(key)));
}

function identityOf(entry: JsonValue, key: string): Slot {
  return isJsonObject(entry) ? ownValue(entry, key) : undefined;
}

function byIdentity(entries: readonly JsonValue[], key: string): Map<Slot, JsonObject> {
  return new Map(entries.filter(isJsonObject).map((entry) => [identityOf(entry, key), entry]));
}
