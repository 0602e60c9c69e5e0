/**
 * Returns a table's value for an untrusted key, such as one from a record or URL. Ignores inherited
 * properties such as `constructor` and `__proto__`.
 */
export function ownValue<T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
