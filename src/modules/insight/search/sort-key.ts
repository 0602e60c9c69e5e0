import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import { compareCodePoints } from '../../../records/text-names/sorted-strings.ts';

/** A sort value, with booleans as 0 and 1. */
export type SortKey = number | string | readonly SortKey[];

/** Returns the value at the path; null if there is no value, and for objects. */
export function readSortKey(record: JsonObject, path: readonly string[]): SortKey | null {
  let value: JsonValue | undefined = record;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key))
      return null;
    value = value[key];
  }
  return toSortKey(value);
}

function toSortKey(value: JsonValue | undefined): SortKey | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object') return value;
  // A null in an array sorts before all values, so that arrays have a total order.
  return Array.isArray(value) ? value.map((item) => toSortKey(item) ?? Number.NEGATIVE_INFINITY) : null;
}

/** Compares two values; null (no value) sorts last. */
export function compareKeys(a: SortKey | null, b: SortKey | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareValues(a, b);
}

/**
 * Compares numbers by size, strings by code point, and arrays item by item; an array that is a prefix of
 * another comes first. Numbers come before strings, and strings before arrays.
 */
function compareValues(a: SortKey, b: SortKey): number {
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'object' && typeof b === 'object') {
    for (let at = 0; at < a.length && at < b.length; at += 1) {
      const itemOrder = compareValues(a[at]!, b[at]!);
      if (itemOrder !== 0) return itemOrder;
    }
    return a.length - b.length;
  }
  return rankType(a) - rankType(b);
}

function rankType(key: SortKey): number {
  if (typeof key === 'number') return 0;
  return typeof key === 'string' ? 1 : 2;
}
