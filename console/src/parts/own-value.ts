/**
 * What a table holds under a key that comes from a record or an address: `constructor` and `__proto__` find
 * nothing.
 */
export function ownValue<T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
