/**
 * Gives a table's own value for a key that came from a record or an address: `constructor` and `__proto__`
 * find nothing.
 */
export function ownValue<T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
