/** Looks up a key from a record or an address in a table: `constructor` and `__proto__` find nothing. */
export function ownValue<T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
