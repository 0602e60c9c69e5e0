/**
 * Returns a table's value for a key that comes from a record or an address. Ignores inherited properties such
 * as `constructor` and `__proto__`.
 */
export function ownValue<T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
