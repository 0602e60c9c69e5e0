/** JSON values. Objects keep the order in which their keys were written, which is part of a stored record. */
export type JsonScalar = string | number | boolean | null;
export type JsonValue = JsonScalar | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Returns whether a value is a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Creates a JSON object from the values that are not undefined, in the same order. */
export function omitUndefined(values: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const definedEntries = Object.entries(values).filter(
    (entry): entry is [string, JsonValue] => entry[1] !== undefined,
  );
  return Object.fromEntries(definedEntries);
}

/** Returns the strings in an array and ignores its other elements. Returns an empty list for other values. */
export function filterStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
