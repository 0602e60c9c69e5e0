/** An element of one of several sorted runs. */
interface Element {
  readonly run: number;
  readonly at: number;
}

/** Which of two elements comes first, each given by its run and its place there: negative for the first. */
type Compare = (a: number, aAt: number, b: number, bAt: number) => number;

/**
 * The first elements of several sorted runs together, in order.
 * @param lengths of the runs
 * @param compare never 0 for elements of different runs
 */
export function mergeRuns(lengths: readonly number[], compare: Compare, count: number): Element[] {
  // A binary heap of the runs by their next elements.
  const next = new Uint32Array(lengths.length);
  const heap = [...lengths.keys()].filter((run) => lengths[run]! > 0);
  const isBefore = (a: number, b: number) => compare(a, next[a]!, b, next[b]!) < 0;
  const sink = (from: number): void => {
    for (let at = from; ; ) {
      let first = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && isBefore(heap[child]!, heap[first]!)) first = child;
      }
      if (first === at) return;
      [heap[at], heap[first]] = [heap[first]!, heap[at]!];
      at = first;
    }
  };
  for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) sink(at);
  const merged: Element[] = [];
  while (merged.length < count && heap.length > 0) {
    const run = heap[0]!;
    merged.push({ run, at: next[run]! });
    next[run]! += 1;
    if (next[run] === lengths[run]) {
      const last = heap.pop()!;
      if (heap.length > 0) heap[0] = last;
    }
    sink(0);
  }
  return merged;
}
