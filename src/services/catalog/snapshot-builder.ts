import type { TimeSlice } from '../../concurrency/time-slice.ts';
import type {
  CanonicalFormat,
  CategoryDefinition,
  LegacyRecord,
} from '../../registry/categories/category.ts';
import type { ModelHashes, ModelHead, ModelRow } from '../ports/store.ts';
import { joinMembers, nothingJoined } from './joined-body.ts';
import { BuiltSnapshot, type SnapshotRecord, snapshotRecord } from './snapshot.ts';

/** The records that one model shows, and the hash of the stored text they were made of. */
interface Shown {
  readonly name: string;
  readonly position: number;
  readonly hash: string;
  readonly records: readonly SnapshotRecord[];
}

/** The models of a category as of one moment. */
export interface StoredModels {
  /** In stored order. */
  readonly heads: readonly ModelHead[];
  /** With their texts, by name: those that are new or changed for at least one format. */
  readonly texts: ReadonlyMap<string, ModelRow>;
}

/** Holds the current snapshot of one category in one format, and builds the next one from what has changed. */
export class SnapshotBuilder {
  readonly #format: CanonicalFormat;
  readonly #definition: CategoryDefinition;
  /** In stored order. */
  #shown: readonly Shown[] = [];
  #joined = nothingJoined;
  #current: BuiltSnapshot;
  #filled = false;
  #compressing: Promise<void> | undefined;

  constructor(format: CanonicalFormat, definition: CategoryDefinition) {
    this.#format = format;
    this.#definition = definition;
    const facts = { category: definition.name, format, version: 0, records: new Map() };
    this.#current = new BuiltSnapshot(facts, this.#joined.body);
  }

  get current(): BuiltSnapshot {
    return this.#current;
  }

  get version(): number | null {
    return this.#filled ? this.#current.version : null;
  }

  /**
   * Cursor over the previous snapshot; call once per model in stored order. Gives what is shown of the model,
   * or undefined when it is new or changed. Compares positions because a freshly read name would have to be
   * hashed for a look-up.
   */
  #knownInOrder(): (model: ModelHead) => Shown | undefined {
    const shown = this.#shown;
    let at = 0;
    return (model) => {
      while (at < shown.length && shown[at]!.position < model.position) at += 1;
      const known = shown[at];
      const same = known?.position === model.position && known.name === model.name;
      return same && known.hash === this.#hashOf(model) ? known : undefined;
    };
  }

  /** Cursor like `#knownInOrder`; call once per model in stored order. True when its texts have to be read. */
  unknownInOrder(): (model: ModelHead) => boolean {
    const knownOf = this.#knownInOrder();
    return (model) => this.#hashOf(model) !== null && knownOf(model) === undefined;
  }

  #hashOf({ v2_hash, legacy_hash }: ModelHashes): string | null {
    return this.#format === 'v2' ? v2_hash : legacy_hash;
  }

  /**
   * Builds a snapshot of `models` and returns the function that swaps it in. Models whose stored text is the
   * same keep their records, parsed and compressed as they are. One call at a time.
   *
   * @throws SyntaxError when a row holds no JSON: then nothing has changed
   */
  async prepare(
    { heads, texts }: StoredModels,
    version: number,
    slice: TimeSlice,
  ): Promise<() => BuiltSnapshot> {
    const shown: Shown[] = [];
    const knownOf = this.#knownInOrder();
    // Two models may have one backend-prefixed name in the legacy view: the later one gives the value.
    const records = new Map<string, SnapshotRecord>();
    for (const head of heads) {
      const hash = this.#hashOf(head);
      if (hash === null) continue;
      const { name, position } = head;
      const made = knownOf(head) ?? { name, position, hash, records: this.#recordsOf(texts.get(name)) };
      shown.push(made);
      for (const record of made.records) records.set(record.name, record);
      if (slice.expired) await slice.yield();
    }
    const joined = await joinMembers(records, this.#joined, slice);
    const facts = { category: this.#definition.name, format: this.#format, version, records };
    const next = new BuiltSnapshot(facts, joined.body);
    return () => {
      this.#current = next;
      this.#joined = joined;
      this.#shown = shown;
      this.#filled = true;
      this.#compressing ??= this.#compress();
      return next;
    };
  }

  #recordsOf(row: ModelRow | undefined): readonly SnapshotRecord[] {
    if (row === undefined) throw new Error('the texts of a new or changed model were not read');
    return shownRecords(this.#format, this.#definition, row);
  }

  /** Resolves when the current snapshot is compressed. */
  async settled(): Promise<void> {
    await this.#compressing;
  }

  /**
   * One compression at a time: when snapshots follow each other quickly, those in between are never
   * compressed.
   */
  async #compress(): Promise<void> {
    let body: BuiltSnapshot['body'];
    do {
      body = this.#current.body;
      await body.compress();
    } while (body !== this.#current.body);
    this.#compressing = undefined;
  }
}

/**
 * What readers of one format see of a stored model: nothing where it has no record in that format, several
 * entries of a legacy text model.
 */
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
