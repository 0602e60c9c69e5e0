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
   * The keys of an element that describe the bytes of its file, such as `size_bytes`. When a change replaces
   * the SHA-256 of the file, the merge drops them.
   */
  readonly byteKeys: readonly string[];
}

interface MergePlace {
  readonly lists: EntryLists;
  readonly path: string;
}

type OptionalValue = JsonValue | undefined;

function merge(
  previous: OptionalValue,
  base: OptionalValue,
  newValue: OptionalValue,
  place: MergePlace,
): OptionalValue {
  if (sameJson(base, newValue)) return previous;
  if (isJsonObject(previous) && isJsonObject(base) && isJsonObject(newValue)) {
    return mergeObjects(previous, base, newValue, place);
  }
  const list = place.lists[place.path];
  if (list && Array.isArray(previous) && Array.isArray(base) && Array.isArray(newValue)) {
    return mergeEntries({ previousEntries: previous, baseEntries: base, newEntries: newValue }, list, place);
  }
  return newValue;
}

function mergeObjects(
  previous: JsonObject,
  base: JsonObject,
  newObject: JsonObject,
  place: MergePlace,
): JsonObject {
  const keys = new Set([...Object.keys(previous), ...Object.keys(newObject)]);
  const mergedMembers: [string, JsonValue][] = [];
  for (const key of keys) {
    const path = place.path === '' ? key : `${place.path}.${key}`;
    const value = merge(readOwnValue(previous, key), readOwnValue(base, key), readOwnValue(newObject, key), {
      ...place,
      path,
    });
    if (value !== undefined) mergedMembers.push([key, value]);
  }
  return Object.fromEntries(mergedMembers);
}

function readOwnValue(object: JsonObject, key: string): OptionalValue {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

interface EntryVersions {
  readonly previousEntries: readonly JsonValue[];
  readonly baseEntries: readonly JsonValue[];
  readonly newEntries: readonly JsonValue[];
}

/**
 * Merges the elements of an array, in the order of `newEntries`. Elements that are only in `previousEntries`
 * exist only in this form of the record. They keep their positions.
 */
function mergeEntries(versions: EntryVersions, list: EntryList, place: MergePlace): JsonValue[] {
  const previousById = indexById(versions.previousEntries, list.key);
  const baseById = indexById(versions.baseEntries, list.key);
  const mergedEntries: JsonValue[] = [];
  for (const entry of versions.newEntries) {
    const id = readId(entry, list.key);
    const [previousEntry, baseEntry] = [previousById.get(id), baseById.get(id)];
    if (!isJsonObject(entry) || previousEntry === undefined) {
      if (!sameJson(baseEntry, entry)) mergedEntries.push(entry);
      continue;
    }
    mergedEntries.push(mergeEntry(previousEntry, baseEntry ?? {}, entry, list, place));
  }
  const freshById = indexById(versions.newEntries, list.key);
  const orderedEntries: JsonValue[] = [];
  let nextIndex = 0;
  for (const [index, entry] of versions.previousEntries.entries()) {
    const id = readId(entry, list.key);
    if (baseById.has(id) || freshById.has(id)) continue;
    while (orderedEntries.length < index && nextIndex < mergedEntries.length)
      orderedEntries.push(mergedEntries[nextIndex++] as JsonValue);
    orderedEntries.push(entry);
  }
  for (; nextIndex < mergedEntries.length; nextIndex += 1)
    orderedEntries.push(mergedEntries[nextIndex] as JsonValue);
  return orderedEntries;
}

function mergeEntry(
  previousEntry: JsonObject,
  base: JsonObject,
  newEntry: JsonObject,
  list: EntryList,
  place: MergePlace,
): JsonObject {
  const mergedEntry = mergeObjects(previousEntry, base, newEntry, place);
  const baseHash = base.sha256sum;
  if (typeof baseHash !== 'string' || !isSha256(baseHash) || baseHash === newEntry.sha256sum)
    return mergedEntry;
  return Object.fromEntries(Object.entries(mergedEntry).filter(([key]) => !list.byteKeys.includes(key)));
}

function readId(entry: JsonValue, key: string): OptionalValue {
  return isJsonObject(entry) ? readOwnValue(entry, key) : undefined;
}

function indexById(entries: readonly JsonValue[], key: string): Map<OptionalValue, JsonObject> {
  return new Map(entries.filter(isJsonObject).map((entry) => [readId(entry, key), entry]));
}
