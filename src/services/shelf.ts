import type { CanonicalFormat, CategoryDefinition, LegacyRecord } from '../registry/categories/category.ts';
import type { ModelRow } from '../storage/store.ts';
import { type BuiltSnapshot, buildSnapshot, type SnapshotRecord, snapshotRecord } from './snapshot.ts';

/** The records that one model shows, and the hash of the stored text they were made of. */
interface Shown {
  readonly hash: string;
  readonly records: readonly SnapshotRecord[];
}

/** Where the current snapshot of one category in one format stands, and what the next one can take over from it. */
export class Shelf {
  readonly #format: CanonicalFormat;
  readonly #definition: CategoryDefinition;
  #shown: ReadonlyMap<string, Shown> = new Map();
  #current: BuiltSnapshot;
  #filled = false;
  #compressing: Promise<void> | undefined;

  constructor(format: CanonicalFormat, definition: CategoryDefinition) {
    this.#format = format;
    this.#definition = definition;
    this.#current = buildSnapshot(
      { category: definition.name, format, version: 0, records: new Map() },
      null,
    );
  }

  get current(): BuiltSnapshot {
    return this.#current;
  }

  get version(): number | null {
    return this.#filled ? this.#current.version : null;
  }

  /**
   * Makes a snapshot of `rows`; what it gives swaps it in. Models whose stored text is the same keep their records, parsed and
   * compressed as they are.
   *
   * @throws SyntaxError when a row holds no JSON: then nothing has changed
   */
  prepare(rows: readonly ModelRow[], version: number): () => BuiltSnapshot {
    const shown = new Map<string, Shown>();
    // Two models may have one backend-prefixed name in the legacy view: the later one gives the value.
    const records = new Map<string, SnapshotRecord>();
    for (const row of rows) {
      const known = this.#shown.get(row.name);
      const hash = this.#format === 'v2' ? row.v2_hash : row.legacy_hash;
      if (hash === null) continue;
      const made =
        known?.hash === hash ? known : { hash, records: shownRecords(this.#format, this.#definition, row) };
      shown.set(row.name, made);
      for (const record of made.records) records.set(record.name, record);
    }
    const facts = { category: this.#definition.name, format: this.#format, version, records };
    const next = buildSnapshot(facts, this.#current);
    return () => {
      this.#current = next;
      this.#shown = shown;
      this.#filled = true;
      this.#compressing ??= this.#compress();
      return next;
    };
  }

  /** Resolves when the current snapshot is compressed. */
  async settled(): Promise<void> {
    await this.#compressing;
  }

  /** One compression at a time: when snapshots follow each other quickly, those in between are never compressed. */
  async #compress(): Promise<void> {
    let body: BuiltSnapshot['body'];
    do {
      body = this.#current.body;
      await body.compress();
    } while (body !== this.#current.body);
    this.#compressing = undefined;
  }
}

/** What readers of one format see of a stored model: nothing where it has no record in that format, several entries of a legacy text model. */
export function shownRecords(
  format: CanonicalFormat,
  { legacy }: CategoryDefinition,
  model: Pick<ModelRow, 'name' | 'v2' | 'legacy'>,
): SnapshotRecord[] {
  if (format === 'v2') return [snapshotRecord(model.name, model.v2)];
  if (model.legacy === null || legacy === null) return [];
  return legacy
    .view(model.name, JSON.parse(model.legacy) as LegacyRecord)
    .map(([name, entry]) => snapshotRecord(name, JSON.stringify(entry)));
}
