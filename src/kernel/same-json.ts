import { isJsonObject, type JsonValue } from './json.ts';

/**
 * Returns whether two JSON values are equal, regardless of the order of keys. `undefined` equals only
 * `undefined`.
 */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}

/**
 * Returns the canonical text of a JSON value. Two values have the same text exactly if `sameJson` returns
 * true for them.
 */
export function formatCanonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(formatCanonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${formatCanonicalJson(value[key] as JsonValue)}`).join(',')}}`;
}
