import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { CompressingBody, type ReadyBody } from '../../kernel/ready-body.ts';

/**
 * A record in a snapshot: a member of the JSON object that is the category's body. Later snapshots share the
 * object as long as the record does not change.
 */
export class SnapshotRecord {
  /**
   * Position of the record's model in the category. In the legacy format a model may have several records,
   * which share its position.
   */
  readonly position: number;
  /** The record's key in the category. May differ from `name` in the record itself. */
  readonly name: string;
  /** Length of the member `"name":record` in the body, in bytes. */
  readonly memberLength: number;
  /** The text; null once the record is in a body. */
  #text: string | null;
  #source: Buffer | null = null;
  #start = 0;
  #length: number;
  #body: ReadyBody | undefined;

  /** @param text the record as compact JSON */
  constructor(position: number, name: string, text: string) {
    this.position = position;
    this.name = name;
    this.#text = text;
    this.#length = Buffer.byteLength(text);
    this.memberLength = Buffer.byteLength(JSON.stringify(name)) + 1 + this.#length;
  }

  /** Compact JSON, as stored. Decoded on each access. */
  get text(): string {
    return this.#text ?? this.bytes.toString();
  }

  /** The text in UTF-8: a slice of the category's body. Do not modify. */
  get bytes(): Buffer {
    return this.#source?.subarray(this.#start, this.#start + this.#length) ?? Buffer.from(this.text);
  }

  /** The response body with only this record; created on first access. */
  get body(): ReadyBody {
    // Copied, because the body may be retained longer than the category's.
    this.#body ??= new CompressingBody(Buffer.from(this.bytes));
    return this.#body;
  }

  /**
   * The parsed record. Parsed on each access, because parsed records would need several times the memory of
   * their text.
   */
  get record(): JsonObject {
    return JSON.parse(this.text) as JsonObject;
  }

  /**
   * The body that contains the record, and the offset of the record's member in that body; null if no body
   * contains the record yet.
   */
  get place(): { readonly source: Buffer; readonly at: number } | null {
    return this.#source && { source: this.#source, at: this.#start + this.#length - this.memberLength };
  }

  /** Writes the member into a new body. The record's bytes are then a slice of that body. */
  writeTo(bytes: Buffer, at: number): void {
    const start = at + bytes.write(`${JSON.stringify(this.name)}:`, at);
    bytes.write(this.text, start);
    this.moveTo(bytes, at);
  }

  /** Makes the record's bytes a slice of `bytes`, a body that already contains the member at offset `at`. */
  moveTo(bytes: Buffer, at: number): void {
    this.#source = bytes;
    this.#start = at + this.memberLength - this.#length;
    this.#text = null;
  }
}

/**
 * Writes the body of a category, a JSON object with all records by name, and moves the records to it, so that
 * the previous body can be freed. Records that are also consecutive in the previous body are copied together.
 */
export function writeBody(records: readonly SnapshotRecord[]): Buffer {
  const length = records.reduce((sum, { memberLength }) => sum + memberLength + 1, 1);
  const bytes = Buffer.allocUnsafeSlow(Math.max(length, 2));
  let byteRun: { readonly source: Buffer; readonly from: number; readonly to: number; end: number } | null =
    null;
  const copyRun = (): void => {
    byteRun?.source.copy(bytes, byteRun.to, byteRun.from, byteRun.end);
    byteRun = null;
  };
  let at = 1;
  for (const record of records) {
    const place = record.place;
    if (byteRun !== null && (place?.source !== byteRun.source || place.at !== byteRun.end + 1)) copyRun();
    if (place === null) record.writeTo(bytes, at);
    else {
      byteRun ??= { source: place.source, from: place.at, to: at, end: place.at };
      byteRun.end = place.at + record.memberLength;
      record.moveTo(bytes, at);
    }
    at += record.memberLength;
    bytes[at++] = comma;
  }
  copyRun();
  bytes[0] = brace;
  bytes[bytes.length - 1] = closingBrace;
  return bytes;
}

const brace = 0x7b;
const comma = 0x2c;
const closingBrace = 0x7d;

export class PerRecord<T> {
  readonly #values = new WeakMap<SnapshotRecord, { readonly value: T }>();
  readonly #compute: (record: SnapshotRecord) => T;

  constructor(compute: (record: SnapshotRecord) => T) {
    this.#compute = compute;
  }

  of(record: SnapshotRecord): T {
    let entry = this.#values.get(record);
    if (entry === undefined) {
      entry = { value: this.#compute(record) };
      this.#values.set(record, entry);
    }
    return entry.value;
  }

  /** Returns the values of several records, in their order. Yields to other requests in between. */
  async all(records: readonly SnapshotRecord[]): Promise<T[]> {
    const slice = new TimeSlice();
    const values: T[] = [];
    for (const record of records) {
      values.push(this.of(record));
      if (slice.expired) await slice.yield();
    }
    return values;
  }
}
