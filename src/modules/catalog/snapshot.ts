import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import type { ReadyBody } from '../../kernel/ready-body.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { formerNames } from '../../records/lifecycle.ts';
import { type Segment, type SnapshotRecord, segmentReaching } from './segment.ts';
import type { View } from './view.ts';

/** The models of a category after one commit, in one format. Never changes. */
export class CategorySnapshot {
  readonly category: string;
  readonly format: CanonicalFormat;
  /** The store's version of the category; 0 when it was never written. */
  readonly version: number;
  /** The body of the answer with the whole category: a JSON object, model name → record. */
  readonly body: ReadyBody;
  readonly #view: View;
  readonly #derived = new Map<symbol, unknown>();
  #records: readonly SnapshotRecord[] | undefined;

  constructor(
    { category, format, version }: Pick<CategorySnapshot, 'category' | 'format' | 'version'>,
    view: View,
    body: ReadyBody,
  ) {
    this.category = category;
    this.format = format;
    this.version = version;
    this.body = body;
    this.#view = view;
  }

  get size(): number {
    return this.#view.size;
  }

  /** The parts of the body, in stored order. Snapshots share the segments that are the same in both. */
  get segments(): readonly Segment[] {
    return this.#view.segments;
  }

  /** All records in one list, made at the first use. For a large category, go through `segments` instead. */
  get records(): readonly SnapshotRecord[] {
    this.#records ??= this.segments.flatMap(({ records }) => records);
    return this.#records;
  }

  get(name: string): SnapshotRecord | undefined {
    const position = this.#view.names.get(name);
    if (position === undefined) return undefined;
    const { segments } = this;
    // The records of one model may lie on both sides of a segment's border.
    for (let at = segmentReaching(segments, position); at < segments.length; at += 1) {
      const record = segments[at]!.find(position, name);
      if (record) return record;
    }
    throw new Error(`'${name}' is not where it was noted`);
  }

  /**
   * Gives a value that `build` makes from the snapshot, such as a search index. Makes it once for each `key`.
   */
  derived<T>(key: symbol, build: (snapshot: CategorySnapshot) => T): T {
    if (!this.#derived.has(key)) this.#derived.set(key, build(this));
    return this.#derived.get(key) as T;
  }
}

/**
 * Gives the value that `build` makes from each segment of a snapshot, in order. A segment keeps its value,
 * also in later snapshots. Yields to the event loop from time to time, so that other requests are answered.
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

const ofSnapshot = Symbol('models by their former names');
const ofSegment = Symbol('former names of the models of a segment');

/**
 * Gives the present name of the model that was formerly called `name`; undefined when this snapshot has no
 * such model. When several models once had this name, gives the last of them in stored order.
 */
export function successorIn(snapshot: CategorySnapshot, name: string): string | undefined {
  return snapshot
    .derived(ofSnapshot, ({ segments }) => {
      const pairs = segments.flatMap((segment) => segment.derived(ofSegment, pairsOf));
      return new Map(pairs);
    })
    .get(name);
}

function pairsOf(segment: Segment): readonly (readonly [former: string, name: string])[] {
  if (!segment.bytes.includes('"renamed_from":[')) return [];
  return segment.records.flatMap(({ name, record }) =>
    formerNames(record).flatMap((former) => (former === name ? [] : [[former, name] as const])),
  );
}
