import { TimeSlice } from './time-slice.ts';

type Compare<T> = (a: T, b: T) => number;

/** Number of items that are sorted without checking the time. */
const runLength = 500;

/** Sorts items into a new list, as `Array.sort` does. Yields to other requests in between. */
export async function sortInSlices<T>(items: readonly T[], compare: Compare<T>): Promise<readonly T[]> {
  const slice = new TimeSlice();
  let runs: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += runLength) {
    runs.push(items.slice(start, start + runLength).sort(compare));
    if (slice.expired) await slice.yield();
  }
  while (runs.length > 1) {
    const mergedRuns: (readonly T[])[] = [];
    for (let index = 0; index < runs.length; index += 2)
      mergedRuns.push(await mergeInSlices(runs[index]!, runs[index + 1] ?? [], compare, slice));
    runs = mergedRuns;
  }
  return runs[0] ?? [];
}

/**
 * Merges two sorted lists; of equal items, those of the first come first. Yields to other requests in
 * between.
 */
export async function mergeInSlices<T>(
  first: readonly T[],
  second: readonly T[],
  compare: Compare<T>,
  slice = new TimeSlice(),
): Promise<readonly T[]> {
  if (first.length === 0) return second;
  const mergedItems: T[] = [];
  let secondIndex = 0;
  for (const item of first) {
    for (; secondIndex < second.length && compare(item, second[secondIndex]!) > 0; secondIndex += 1)
      mergedItems.push(second[secondIndex]!);
    mergedItems.push(item);
    if (slice.expired) await slice.yield();
  }
  return mergedItems.concat(second.slice(secondIndex));
}
