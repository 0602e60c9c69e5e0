import type { JsonObject } from '../../registry/json.ts';
import { Pieces } from './pieces.ts';
import { CompressingBody, type ReadyBody } from './ready-body.ts';

/** One record of a snapshot: a slice of its segment. */
export interface SnapshotRecord {
  /** The key in the category; the record's own `name` may differ. */
  readonly name: string;
  /** Compact JSON, as stored. Decoded at each use. */
  readonly text: string;
  /** The record alone, made at the first use. */
  readonly body: ReadyBody;
  /** Parsed at each use: all records of a large category take several times their text. */
  readonly record: JsonObject;
}

export class SegmentRecord implements SnapshotRecord {
  readonly name: string;
  #bytes: Buffer;
  #body: ReadyBody | undefined;

  constructor(name: string, bytes: Buffer) {
    this.name = name;
    this.#bytes = bytes;
  }

  /** Takes the same bytes from another segment: the one before need not be kept for them. */
  moveTo(bytes: Buffer): void {
    this.#bytes = bytes;
  }

  get text(): string {
    return this.#bytes.toString();
  }

  get body(): ReadyBody {
    // A copy, because it is kept longer than the segment.
    this.#body ??= new CompressingBody(Pieces.of(Buffer.from(this.#bytes)));
    return this.#body;
  }

  get record(): JsonObject {
    return JSON.parse(this.text) as JsonObject;
  }
}
