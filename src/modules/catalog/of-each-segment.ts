import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import type { Segment } from './segment.ts';
import type { CategorySnapshot } from './snapshot.ts';

/**
 * What is computed from each segment of a snapshot, in order. Segments that did not change keep it; of the
 * others it is computed with pauses, in which other requests are answered.
 */
export async function ofEachSegment<T>(
  { segments }: Pick<CategorySnapshot, 'segments'>,
  key: symbol,
  build: (segment: Segment) => T,
): Promise<T[]> {
  const slice = new TimeSlice();
  for (const segment of segments) {
    if (segment.hasDerived(key)) continue;
    segment.derived(key, build);
    if (slice.expired) await slice.yield();
  }
  return segments.map((segment) => segment.derived(key, build));
}
