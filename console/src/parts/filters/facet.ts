import type { FacetValue } from './filters.ts';

/**
 * Returns the values that occur in a list, each with the number of its items, the most frequent value first.
 */
export function facet<Each>(
  all: readonly Each[],
  valuesOf: (each: Each) => readonly (string | undefined)[],
): FacetValue[] {
  const counts = new Map<string, number>();
  for (const each of all) {
    for (const value of valuesOf(each)) {
      if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}
