import { endsSegment, type Member, Segment } from './segment.ts';

/** Cuts members, given one after the other, into segments. */
export class SegmentCutter {
  readonly #segments: Segment[] = [];
  readonly #fromStart: boolean;
  #open: Member[] = [];

  /** @param fromStart whether the first member is the first of a body */
  constructor(fromStart = true) {
    this.#fromStart = fromStart;
  }

  add(member: Member): void {
    this.#open.push(member);
    if (endsSegment(member)) this.#close();
  }

  /** To be called once, behind the last member. */
  end(): readonly Segment[] {
    if (this.#open.length > 0) this.#close();
    return this.#segments;
  }

  #close(): void {
    this.#segments.push(new Segment(this.#open, this.#fromStart && this.#segments.length === 0));
    this.#open = [];
  }
}

/**
 * The segments with other members at some positions: what a `SegmentCutter` makes of all members, but only those
 * are made that have changed.
 *
 * @param changed all members that are at each of these positions now
 */
export function changedSegments(
  segments: readonly Segment[],
  changed: ReadonlyMap<number, readonly Member[]>,
): readonly Segment[] {
  const positions = [...changed.keys()].sort((a, b) => a - b);
  const result: Segment[] = [];
  const add = (segment: Segment): void => {
    const first = result.length === 0;
    result.push(segment.isFirst === first ? segment : new Segment(segment.members(), first));
  };
  let next = 0;
  for (let at = 0; at < segments.length || next < positions.length; ) {
    // The last segment takes what is behind it.
    const position = positions[next];
    const from =
      position === undefined
        ? segments.length
        : Math.min(segmentReaching(segments, position), segments.length - 1);
    while (at < from) add(segments[at++]!);
    if (position === undefined) break;
    const before: Segment[] = [];
    const members: Member[] = [];
    // Until a segment ends where one ended before, and no changed model goes on behind it.
    do {
      const segment = segments[at++];
      if (segment) before.push(segment);
      const upTo = segment && at < segments.length ? segment.last : Number.POSITIVE_INFINITY;
      for (const member of segment?.members() ?? []) {
        if (changed.has(member.position)) continue;
        while (positions[next]! < member.position) members.push(...changed.get(positions[next++]!)!);
        members.push(member);
      }
      while (positions[next]! <= upTo) members.push(...changed.get(positions[next++]!)!);
    } while (
      at < segments.length &&
      ((members.length > 0 && !endsSegment(members.at(-1)!)) || changed.has(segments[at]!.first))
    );
    const cutter = new SegmentCutter(result.length === 0);
    for (const member of members) cutter.add(member);
    for (const made of cutter.end()) {
      add(before.find((segment) => segment.equals(made)) ?? made);
    }
  }
  return result;
}

/** Which of the segments is the first that reaches to a position or behind it; their number when none does. */
export function segmentReaching(segments: readonly Segment[], position: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (segments[middle]!.last < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
