import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import { atMost } from '../../kernel/deadline.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat, CategoryDefinition, LegacyRecord } from '../../records/categories/category.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { historyBehind } from './model-events.ts';
import { segmentReaching } from './segment.ts';
import { SegmentedBody } from './segmented-body.ts';
import { CategorySnapshot } from './snapshot.ts';
import { modelStore } from './store.ts';
import type { ModelRow } from './tables.ts';
import { changedView, emptyView, type ShownRecord, sharingModels, type View, ViewDraft } from './view.ts';

const formats = ['v2', 'legacy'] as const;

/** How long nothing has to change before brotli is made, in milliseconds. */
const quietMs = 250;

/** How many rows are read at once: a few milliseconds. */
const rowsAtOnce = 500;

/** Both views of a category, of one moment. */
interface Built {
  readonly version: number;
  readonly views: Readonly<Record<CanonicalFormat, View>>;
  readonly bodies: Readonly<Record<CanonicalFormat, SegmentedBody>>;
  readonly snapshots: Readonly<Record<CanonicalFormat, CategorySnapshot>>;
}

/** Snapshots that are ready. */
interface Prepared {
  /** What those of before were read from, where the database does not have it any more. */
  readonly lost: ChainEnd | null;
  swap(): void;
}

/** Models by position; null for what is no more. */
type ChangedModels = Map<number, ModelRow | null>;

/** Holds the snapshots of a category, and makes the next ones of the models that have changed. */
export class CategoryBuilder {
  readonly #definition: CategoryDefinition;
  #built: Built;
  #filled = false;
  #end: ChainEnd | null = null;
  /** How often it was distrusted, and how often when what is shown was read. */
  #distrusts = 0;
  #distrustsRead = 0;
  #firstVersion = 0;
  #compressing: Promise<void> | undefined;
  #hurry = Promise.withResolvers<void>();

  constructor(definition: CategoryDefinition) {
    this.#definition = definition;
    this.#built = this.#snapshotsOf({ v2: emptyView, legacy: emptyView }, 0);
  }

  snapshot(format: CanonicalFormat): CategorySnapshot {
    return this.#built.snapshots[format];
  }

  /** Null before the first swap. */
  get version(): number | null {
    return this.#filled ? this.#built.version : null;
  }

  /** The end of the chain when the database was known to hold what the snapshots show. */
  get end(): ChainEnd | null {
    return this.#end;
  }

  /** To be called when the database holds what the snapshots show, and its chain has `from` and ends with `to`. */
  moveEnd(from: ChainEnd | null, to: ChainEnd): void {
    if (this.#end === from) this.#end = to;
  }

  /** Has the next `prepare` read everything. */
  distrust(): void {
    this.#distrusts += 1;
  }

  /**
   * Builds the snapshots of what is stored, and returns the function that swaps them in, both at once: two
   * views of one category never show two moments. Null when they show it already. One call at a time.
   *
   * @throws SyntaxError when a row holds no JSON: then nothing has changed
   */
  async prepare(store: Pick<Store, 'read'>): Promise<Prepared | null> {
    const slice = new TimeSlice();
    const known = this.version;
    const before = this.#end;
    const distrusts = this.#distrusts;
    const distrusted = distrusts > this.#distrustsRead;
    const read = await store.read(async (reader) => {
      const version = (await modelStore(reader).versions()).get(this.#definition.name) ?? 0;
      const { end, isLost } = await historyBehind(reader, before);
      if (known === version && !isLost && !distrusted) return { version, end, isLost, views: null };
      const views =
        known === null || known > version || isLost || distrusted
          ? await this.#readAll(reader, slice)
          : await this.#readChanges(
              reader,
              this.#built.views,
              await this.#changedSince(reader, known),
              slice,
            );
      return { version, end, isLost, views };
    });
    const { version, end, isLost, views } = read;
    if (views === null) {
      this.moveEnd(before, end);
      return null;
    }
    const built = this.#snapshotsOf(views, version);
    return {
      lost: isLost ? before : null,
      swap: () => {
        this.#built = built;
        this.#end = end;
        this.#distrustsRead = distrusts;
        if (!this.#filled) this.#firstVersion = version;
        this.#filled = true;
      },
    };
  }

  async #readAll(reader: Tx, slice: TimeSlice): Promise<Built['views']> {
    const drafts = { v2: new ViewDraft(), legacy: new ViewDraft() };
    for (let behind = -1; ; ) {
      const rows = await modelStore(reader).page(this.#definition.name, behind, rowsAtOnce);
      for (const row of rows) {
        for (const format of formats) drafts[format].add(row.position, this.#shown(format, row));
        if (slice.expired) await slice.yield();
      }
      if (rows.length < rowsAtOnce) break;
      behind = rows.at(-1)!.position;
    }
    const views = { v2: drafts.v2.view(), legacy: drafts.legacy.view() };
    const shared = formats.flatMap((format) => [...views[format].shared.values()].flat());
    return shared.length === 0
      ? views
      : this.#readChanges(reader, views, await this.#rowsAt(reader, views.v2, shared), slice);
  }

  /** The models that were written or deleted since the category had a version. */
  async #changedSince(reader: Tx, version: number): Promise<ChangedModels> {
    const changed: ChangedModels = new Map();
    const names = await modelStore(reader).changedSince(this.#definition.name, version);
    for (const name of names) {
      const position = this.#built.views.v2.names.get(name);
      if (position !== undefined) changed.set(position, null);
    }
    for (let at = 0; at < names.length; at += rowsAtOnce) {
      const rows = await modelStore(reader).getMany(this.#definition.name, names.slice(at, at + rowsAtOnce));
      for (const row of rows) changed.set(row.position, row);
    }
    return changed;
  }

  /** The views with these models, and with those that share a name with one of them. */
  async #readChanges(
    reader: Tx,
    views: Built['views'],
    changed: ChangedModels,
    slice: TimeSlice,
  ): Promise<Built['views']> {
    const shown = { v2: new Map<number, ShownRecord[]>(), legacy: new Map<number, ShownRecord[]>() };
    for (let some = changed; some.size > 0; ) {
      for (const [position, row] of some) {
        for (const format of formats) shown[format].set(position, row ? this.#shown(format, row) : []);
        if (slice.expired) await slice.yield();
      }
      const sharing = formats.flatMap((format) => sharingModels(views[format], shown[format]));
      some = await this.#rowsAt(reader, views.v2, sharing);
    }
    const next = { ...views };
    for (const format of formats) {
      if (shown[format].size > 0) next[format] = changedView(views[format], shown[format]);
      if (slice.expired) await slice.yield();
    }
    return next;
  }

  /** Models of the v2 view, which has each of them once, by position. */
  async #rowsAt(reader: Tx, { segments }: View, positions: readonly number[]): Promise<ChangedModels> {
    if (positions.length === 0) return new Map();
    const names = positions.map((position) => {
      const segment = segments[segmentReaching(segments, position)]!;
      return segment.names[segment.positions.indexOf(position)]!;
    });
    const rows = await modelStore(reader).getMany(this.#definition.name, names);
    return new Map(rows.map((row) => [row.position, row]));
  }

  #shown(format: CanonicalFormat, row: ModelRow): ShownRecord[] {
    return shownRecords(format, this.#definition, row);
  }

  #snapshotsOf(views: Built['views'], version: number): Built {
    const category = this.#definition.name;
    const bodyOf = (format: CanonicalFormat): SegmentedBody => {
      const { segments } = views[format];
      const before: Built | undefined = this.#built;
      const known = before?.views[format].segments;
      const same = known?.length === segments.length && known.every((each, at) => each === segments[at]);
      return before && same ? before.bodies[format] : new SegmentedBody(segments);
    };
    const bodies = { v2: bodyOf('v2'), legacy: bodyOf('legacy') };
    const snapshotOf = (format: CanonicalFormat) =>
      new CategorySnapshot({ category, format, version }, views[format], bodies[format]);
    return { version, views, bodies, snapshots: { v2: snapshotOf('v2'), legacy: snapshotOf('legacy') } };
  }

  /** Has the current snapshots compressed, and those that replace them meanwhile. */
  compress(): void {
    this.#compressing ??= this.#compress();
  }

  /** Resolves when what `compress` was called for is compressed. */
  async settled(): Promise<void> {
    this.#hurry.resolve();
    await this.#compressing;
  }

  /**
   * When snapshots follow each other quickly, those in between are compressed for readers that ask, and brotli,
   * which is always of the whole body, is not made.
   */
  async #compress(): Promise<void> {
    let compressed: Built;
    do {
      compressed = this.#built;
      const isNewest = () => compressed === this.#built;
      for (const format of formats) await compressed.bodies[format].zipped();
      if (compressed.version !== this.#firstVersion) await atMost(quietMs, this.#hurry.promise);
      for (const format of formats) await (isNewest() && compressed.bodies[format].compress(isNewest));
    } while (compressed !== this.#built);
    this.#compressing = undefined;
    this.#hurry = Promise.withResolvers();
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
): ShownRecord[] {
  if (format === 'v2') return [{ name: model.name, text: model.v2 }];
  if (model.legacy === null || legacy === null) return [];
  const [first, ...variants] = legacy.view(model.name, JSON.parse(model.legacy) as LegacyRecord);
  if (first === undefined) return [];
  const shown = { name: first[0], text: JSON.stringify(first[1]) };
  return [shown, ...variants.map((variant) => variantOf(shown, variant))];
}

/** Another entry of a model, which is the first but for its name: that most often stands at the beginning. */
function variantOf(first: ShownRecord, [name, entry]: [string, JsonObject]): ShownRecord {
  const begin = `{"name":${JSON.stringify(first.name)},`;
  if (!first.text.startsWith(begin)) return { name, text: JSON.stringify(entry) };
  return { name, text: `{"name":${JSON.stringify(name)},${first.text.slice(begin.length)}` };
}
