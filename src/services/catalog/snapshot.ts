import type { CanonicalFormat } from '../../registry/categories/category.ts';
import type { JsonObject, JsonValue } from '../../registry/json.ts';
import { type CompressingBody, type ReadyBody, readyBody } from './ready-body.ts';

/** One record of a snapshot. */
export interface SnapshotRecord {
  /** The key in the category; the record's own `name` may differ. */
  readonly name: string;
  /** Compact JSON, as stored. */
  readonly text: string;
  /** The record alone, made at the first use. */
  readonly body: ReadyBody;
  /** Parsed at the first use, and frozen. */
  readonly record: JsonObject;
}

/** A category as it was after one commit, in one format. Never changes. */
export interface CategorySnapshot {
  readonly category: string;
  readonly format: CanonicalFormat;
  /** The store's version of the category; 0 when it was never written. */
  readonly version: number;
  /** The object name → record. */
  readonly body: ReadyBody;
  /** In stored order. */
  readonly records: readonly SnapshotRecord[];
  get(name: string): SnapshotRecord | undefined;
  /** What is computed from the snapshot, once: search index, statistics, groups … */
  derived<T>(key: symbol, build: (snapshot: CategorySnapshot) => T): T;
}

export function snapshotRecord(name: string, text: string): SnapshotRecord {
  return new StoredText(name, text);
}

class StoredText implements SnapshotRecord {
  readonly name: string;
  readonly text: string;
  #body: ReadyBody | undefined;
  #record: JsonObject | undefined;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  get body(): ReadyBody {
    this.#body ??= readyBody(this.text);
    return this.#body;
  }

  get record(): JsonObject {
    this.#record ??= frozen(JSON.parse(this.text) as JsonObject);
    return this.#record;
  }
}

export interface SnapshotFacts {
  readonly category: string;
  readonly format: CanonicalFormat;
  readonly version: number;
  readonly records: ReadonlyMap<string, SnapshotRecord>;
}

export class BuiltSnapshot implements CategorySnapshot {
  readonly category: string;
  readonly format: CanonicalFormat;
  readonly version: number;
  readonly body: CompressingBody;
  readonly records: readonly SnapshotRecord[];
  readonly #byName: ReadonlyMap<string, SnapshotRecord>;
  readonly #derived = new Map<symbol, unknown>();

  constructor(facts: SnapshotFacts, body: CompressingBody) {
    this.category = facts.category;
    this.format = facts.format;
    this.version = facts.version;
    this.body = body;
    this.records = [...facts.records.values()];
    this.#byName = facts.records;
  }

  get(name: string): SnapshotRecord | undefined {
    return this.#byName.get(name);
  }

  derived<T>(key: symbol, build: (snapshot: CategorySnapshot) => T): T {
    if (!this.#derived.has(key)) this.#derived.set(key, build(this));
    return this.#derived.get(key) as T;
  }
}

/** Snapshots are shared by all requests: whoever changed a record in place would change it for everyone. */
function frozen<T extends JsonValue>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
