import type { ReadyBody } from '../../kernel/ready-body.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { formerNames } from '../../records/lifecycle.ts';
import { PerRecord, type SnapshotRecord } from './snapshot-record.ts';
import type { View } from './view.ts';

/** The models of a category after one commit, in one format. Immutable. */
export class CategorySnapshot {
  readonly category: string;
  readonly format: CanonicalFormat;
  /** The store's version of the category; 0 when it was never written. */
  readonly version: number;
  /** The response body with the whole category: a JSON object of records by model name. */
  readonly body: ReadyBody;
  /** All records, in stored order. */
  readonly records: readonly SnapshotRecord[];
  readonly #byName: View['byName'];
  readonly #derived = new Map<symbol, unknown>();

  constructor(
    { category, format, version }: Pick<CategorySnapshot, 'category' | 'format' | 'version'>,
    { records, byName }: View,
    body: ReadyBody,
  ) {
    this.category = category;
    this.format = format;
    this.version = version;
    this.body = body;
    this.records = records;
    this.#byName = byName;
  }

  get size(): number {
    return this.records.length;
  }

  get(name: string): SnapshotRecord | undefined {
    return this.#byName.get(name);
  }

  /**
   * Returns a value that `build` derives from the snapshot, such as a search index. Builds it once for each
   * `key`.
   */
  derive<T>(key: symbol, build: (snapshot: CategorySnapshot) => T): T {
    if (!this.#derived.has(key)) this.#derived.set(key, build(this));
    return this.#derived.get(key) as T;
  }
}

const successors = Symbol('models by their former names');

const formerNamesOf = new PerRecord(({ name, bytes, text }) =>
  bytes.includes('"renamed_from":[')
    ? formerNames(JSON.parse(text)).filter((each) => each !== name)
    : noNames,
);
const noNames: readonly string[] = [];

/**
 * Returns the current name of the model formerly called `name`; undefined if this snapshot has no such model.
 * If several models once had this name, returns the last one in stored order.
 */
export function findSuccessor(snapshot: CategorySnapshot, name: string): string | undefined {
  return snapshot
    .derive(
      successors,
      ({ records }) =>
        new Map(
          records.flatMap((record) => formerNamesOf.of(record).map((each) => [each, record.name] as const)),
        ),
    )
    .get(name);
}
