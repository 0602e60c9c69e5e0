/** The object without its keys that hold null or undefined; the rest in the same order. */
export function withoutNulls<T extends object>(object: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const kept = Object.entries(object).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]?: NonNullable<T[K]> };
}
