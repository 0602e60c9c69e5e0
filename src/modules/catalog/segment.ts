import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { JsonObject } from '../../kernel/json.ts';
import { CompressingBody, Pieces, type ReadyBody } from '../../kernel/ready-body.ts';

/** A member of the JSON object that is a category's body: a record and its name. */
export interface Member {
  /**
   * The position, in the category, of the model that the record belongs to. In the legacy format a model may
   * have several records, which have the same position.
   */
  readonly position: number;
  readonly name: string;
  /** `"name":record`, as text or in UTF-8. */
  readonly content: string | Buffer;
  /** The content's length in UTF-8, in bytes. */
  readonly length: number;
  /** Offset of the record in the content, in bytes. */
  readonly recordAt: number;
  /**
   * The record object that readers of an earlier snapshot may hold; undefined when there is none. A segment
   * that is built with this member points the object at the segment's own bytes.
   */
  readonly record?: SegmentRecord | undefined;
}

export function memberOf(position: number, name: string, text: string): Member {
  const key = `${JSON.stringify(name)}:`;
  const recordAt = Buffer.byteLength(key);
  return { position, name, content: key + text, length: recordAt + Buffer.byteLength(text), recordAt };
}

/** The average size of a segment, in bytes. */
const targetBytes = 128 * 1024;

/**
 * Tells whether a segment ends after this member. This depends only on the member's name and length, so that
 * a change of one member leaves the borders of other segments where they are.
 */
export function endsSegment({ name, length }: Member): boolean {
  return crc32(name) * targetBytes < length * 2 ** 32;
}

/** Consecutive members of a category's body, as bytes that never change. */
export class Segment {
  /** The members, each with a comma before it. The very first member of the body has a `{` instead. */
  readonly bytes: Buffer;
  readonly isFirst: boolean;
  readonly names: readonly string[];
  /** The members' positions, ascending. */
  readonly positions: readonly number[];
  /** SHA-256 of the bytes. */
  readonly hash: Buffer;
  /** The start and end of each member's record in `bytes`: two numbers for each member. */
  readonly #bounds: Uint32Array;
  readonly #records: (SegmentRecord | undefined)[] = [];
  readonly #derived = new Map<symbol, unknown>();

  /** @param members at least one */
  constructor(members: readonly Member[], isFirst: boolean) {
    this.isFirst = isFirst;
    this.names = members.map(({ name }) => name);
    this.positions = members.map(({ position }) => position);
    this.#bounds = new Uint32Array(2 * members.length);
    this.bytes = Buffer.allocUnsafeSlow(members.reduce((size, { length }) => size + 1 + length, 0));
    let end = 0;
    for (const [at, { content, length, recordAt, record }] of members.entries()) {
      this.bytes[end] = at === 0 && isFirst ? brace : comma;
      if (typeof content === 'string') this.bytes.write(content, end + 1);
      else content.copy(this.bytes, end + 1);
      this.#bounds[2 * at] = end + 1 + recordAt;
      end += 1 + length;
      this.#bounds[2 * at + 1] = end;
      if (record) {
        record.moveTo(this, at);
        this.#records[at] = record;
      }
    }
    this.hash = createHash('sha256').update(this.bytes).digest();
  }

  get size(): number {
    return this.names.length;
  }

  get first(): number {
    return this.positions[0]!;
  }

  get last(): number {
    return this.positions.at(-1)!;
  }

  members(): Member[] {
    let end = 0;
    return this.names.map((name, at) => {
      const start = end + 1;
      end = this.#bounds[2 * at + 1]!;
      const content = this.bytes.subarray(start, end);
      const recordAt = this.#bounds[2 * at]! - start;
      const position = this.positions[at]!;
      return { position, name, content, length: content.length, recordAt, record: this.#records[at] };
    });
  }

  record(at: number): SegmentRecord {
    let record = this.#records[at];
    if (record === undefined) {
      record = new SegmentRecord(this, at);
      this.#records[at] = record;
    }
    return record;
  }

  recordBytes(at: number): Buffer {
    return this.bytes.subarray(this.#bounds[2 * at]!, this.#bounds[2 * at + 1]!);
  }

  get records(): SnapshotRecord[] {
    return this.names.map((_, at) => this.record(at));
  }

  find(position: number, name: string): SnapshotRecord | undefined {
    let low = 0;
    let high = this.positions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.positions[middle]! < position) low = middle + 1;
      else high = middle;
    }
    for (let at = low; this.positions[at] === position; at += 1) {
      if (this.names[at] === name) return this.record(at);
    }
    return undefined;
  }

  /** Gives the value that `build` computes from the segment; computes it once for each `key`. */
  derived<T>(key: symbol, build: (segment: Segment) => T): T {
    if (!this.#derived.has(key)) this.#derived.set(key, build(this));
    return this.#derived.get(key) as T;
  }

  hasDerived(key: symbol): boolean {
    return this.#derived.has(key);
  }

  equals(other: Segment): boolean {
    return (
      this.hash.equals(other.hash) && this.positions.every((position, at) => position === other.positions[at])
    );
  }
}

/** A record in a snapshot. Its bytes are a part of the bytes of a segment. */
export interface SnapshotRecord {
  /** The record's key in the category. The `name` in the record itself may differ. */
  readonly name: string;
  /** Compact JSON, as stored. Decoded at each use. */
  readonly text: string;
  /**
   * The text in UTF-8: a slice of the segment's bytes, so it keeps the whole segment in memory. Not to be
   * changed.
   */
  readonly bytes: Buffer;
  /** The body of an answer that is this record alone; made at the first use. */
  readonly body: ReadyBody;
  /**
   * The parsed record. It is parsed anew at each use, because keeping parsed records would take several times
   * the memory of their text.
   */
  readonly record: JsonObject;
}

class SegmentRecord implements SnapshotRecord {
  #segment: Segment;
  #at: number;
  #body: ReadyBody | undefined;

  constructor(segment: Segment, at: number) {
    this.#segment = segment;
    this.#at = at;
  }

  /** Points the record at its bytes in another segment, so that the former segment can be freed. */
  moveTo(segment: Segment, at: number): void {
    this.#segment = segment;
    this.#at = at;
  }

  get name(): string {
    return this.#segment.names[this.#at]!;
  }

  get text(): string {
    return this.bytes.toString();
  }

  get bytes(): Buffer {
    return this.#segment.recordBytes(this.#at);
  }

  get body(): ReadyBody {
    // A copy: the body may be kept longer than the segment.
    this.#body ??= new CompressingBody(Pieces.of(Buffer.from(this.bytes)));
    return this.#body;
  }

  get record(): JsonObject {
    return JSON.parse(this.text) as JsonObject;
  }
}

const comma = 0x2c;
const brace = 0x7b;

/** Cuts a sequence of members into segments. */
export class SegmentCutter {
  readonly #segments: Segment[] = [];
  readonly #fromStart: boolean;
  #open: Member[] = [];

  /** @param fromStart whether the first added member is the first member of the category's body */
  constructor(fromStart = true) {
    this.#fromStart = fromStart;
  }

  add(member: Member): void {
    this.#open.push(member);
    if (endsSegment(member)) this.#close();
  }

  /** Gives all segments. To be called once, after the last member. */
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
 * Gives the segments of a body after a change of members. They are the same as if all members were cut anew,
 * but unchanged segments are reused.
 *
 * @param changed the new members at each changed position; an empty list removes those that were there
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
    // Positions behind all segments go to the last one.
    const position = positions[next];
    const from =
      position === undefined
        ? segments.length
        : Math.min(segmentReaching(segments, position), segments.length - 1);
    while (at < from) add(segments[at++]!);
    if (position === undefined) break;
    const before: Segment[] = [];
    const members: Member[] = [];
    // Goes on until a segment ends where one ended before, and no changed model goes on behind it.
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

/**
 * Gives the index of the first segment whose last position is at least `position`; the number of segments
 * when there is none.
 */
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
