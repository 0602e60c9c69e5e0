import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import type { Segment, SnapshotRecord } from '../catalog/segment.ts';
import type { CategorySnapshot } from '../catalog/snapshot.ts';
import { buildSearchIndex, type SearchFields, type SearchIndex } from './search/index.ts';

/** Some consecutive segments of a category, and their index. */
export interface SearchPart {
  readonly segments: readonly Segment[];
  readonly records: readonly SnapshotRecord[];
  readonly index: SearchIndex;
}

/**
 * Segments to a part, on average and at most: about a megabyte. The fewer, the less is indexed after a change;
 * the more, the less there is to go through in a search.
 */
const segmentsInPart = { average: 8, most: 12 };

/** Parts by their first segment. */
const known = new WeakMap<Segment, SearchPart>();

/**
 * The parts of a category, at least one. Those whose segments did not change are taken over; the others are
 * made with pauses, in which other requests are answered.
 */
export async function searchParts(snapshot: CategorySnapshot, fields: SearchFields): Promise<SearchPart[]> {
  const slice = new TimeSlice();
  const parts: SearchPart[] = [];
  for (const segments of runsOf(snapshot.segments)) {
    const before = known.get(segments[0]!);
    if (before && isSame(before.segments, segments)) {
      parts.push(before);
      continue;
    }
    const records = segments.flatMap((segment) => segment.records);
    const part = { segments, records, index: buildSearchIndex(records, fields) };
    known.set(segments[0]!, part);
    parts.push(part);
    if (slice.expired) await slice.yield();
  }
  return parts.length > 0 ? parts : [{ segments: [], records: [], index: buildSearchIndex([], fields) }];
}

/**
 * Sorts parts that were not sorted so before, with pauses in between.
 * @param path keys that lead to the value to sort by
 */
export async function sortParts(parts: readonly SearchPart[], path: readonly string[]): Promise<void> {
  const slice = new TimeSlice();
  for (const { index } of parts) {
    index.order(path);
    if (slice.expired) await slice.yield();
  }
}

/** The segments themselves decide where a part ends, so that a new one does not move all borders behind it. */
function* runsOf(segments: readonly Segment[]): Generator<Segment[]> {
  let run: Segment[] = [];
  for (const segment of segments) {
    run.push(segment);
    const isBorder = segment.last % segmentsInPart.average === 0;
    if (!isBorder && run.length < segmentsInPart.most) continue;
    yield run;
    run = [];
  }
  if (run.length > 0) yield run;
}

function isSame(a: readonly Segment[], b: readonly Segment[]): boolean {
  return a.length === b.length && a.every((segment, at) => segment === b[at]);
}
