import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import { byCodePoint } from '../../../records/text-names/sorted-strings.ts';

/** What records are sorted by: booleans as 0 and 1, null where a record has no value. */
export type SortKey = number | string | readonly SortKey[];

/** The value at the path, or null where there is none or it is an object. */
export function sortKeyOf(record: JsonObject, path: readonly string[]): SortKey | null {
  let value: JsonValue | undefined = record;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key))
      return null;
    value = value[key];
  }
  return asKey(value);
}

function asKey(value: JsonValue | undefined): SortKey | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object') return value;
  // A null inside an array comes before all values, so that no two arrays are without an order.
  return Array.isArray(value) ? value.map((item) => asKey(item) ?? Number.NEGATIVE_INFINITY) : null;
}

/**
 * Numbers by size, strings by code point, arrays item by item with the shorter one first; numbers < strings <
 * arrays.
 */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (typeof a === 'string' && typeof b === 'string') return byCodePoint(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'object' && typeof b === 'object') {
    for (let at = 0; at < a.length && at < b.length; at += 1) {
      const order = compareKeys(a[at]!, b[at]!);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  return kind(a) - kind(b);
}

function kind(key: SortKey): number {
  if (typeof key === 'number') return 0;
  return typeof key === 'string' ? 1 : 2;
}

/** Sorts in place. */
export function sortKeys(keys: SortKey[]): SortKey[] {
  // The language's own order of strings is by UTF-16 unit: the same as by code point, and much faster, as
  // long as there are no surrogates.
  const plain = keys.every((key) => typeof key === 'string' && !/[\ud800-\uffff]/.test(key));
  return plain ? keys.sort() : keys.sort(compareKeys);
}
