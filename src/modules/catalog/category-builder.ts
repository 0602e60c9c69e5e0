import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import { withTimeout } from '../../kernel/deadline.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { CompressingBody } from '../../kernel/ready-body.ts';
import type { CanonicalFormat, CategoryDefinition, LegacyRecord } from '../../records/categories/category.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { checkHistory } from './model-events.ts';
import { CategorySnapshot } from './snapshot.ts';
import { writeBody } from './snapshot-record.ts';
import { modelStore } from './store.ts';
import type { ModelRow } from './tables.ts';
import {
  applyChanges,
  emptyView,
  findSharingModels,
  recordsAt,
  type ShownRecord,
  type View,
  ViewDraft,
} from './view.ts';

const formats = ['v2', 'legacy'] as const;

/** Time, in ms, for which a category must stay unchanged before its bodies are compressed with brotli. */
const quietMs = 250;

/** Number of rows read by one query, which takes a few milliseconds. */
const rowsPerQuery = 500;

type ByFormat<T> = Readonly<Record<CanonicalFormat, T>>;

/** The state of a category at one version. */
interface BuiltCategory {
  readonly version: number;
  readonly views: ByFormat<View>;
  readonly bodies: ByFormat<CompressingBody>;
  readonly snapshots: ByFormat<CategorySnapshot>;
}

/** New snapshots, which readers see only after `swap` is called. */
interface PreparedSnapshots {
  /**
   * The end of the audit chain when the previous snapshots were read, if the database has since lost that
   * event; null otherwise.
   */
  readonly lostEnd: ChainEnd | null;
  swap(): void;
}

/** Changed models by their position in the category; null for a deleted model. */
type ChangedModels = Map<number, ModelRow | null>;

/** Holds the snapshots of a category, and builds the next ones from the changed models. */
export class CategoryBuilder {
  readonly #definition: CategoryDefinition;
  #built: BuiltCategory;
  #isFilled = false;
  #chainEnd: ChainEnd | null = null;
  /** Number of `requestReread` calls. If greater than `#rereadsDone`, `prepare` reads all models. */
  #rereadRequestCount = 0;
  /** The value of `#rereadRequestCount` when the current snapshots were read. */
  #rereadsDone = 0;
  #firstVersion = 0;
  #compressing: Promise<void> | undefined;
  #hurry = Promise.withResolvers<void>();

  constructor(definition: CategoryDefinition) {
    this.#definition = definition;
    const views = { v2: emptyView, legacy: emptyView };
    this.#built = this.#build(views, 0, undefined);
  }

  snapshot(format: CanonicalFormat): CategorySnapshot {
    return this.#built.snapshots[format];
  }

  /** The version that readers see; null before the first swap. */
  get version(): number | null {
    return this.#isFilled ? this.#built.version : null;
  }

  /**
   * The last event of the audit chain when the database last matched the snapshots. If the chain no longer
   * contains this event, the database has lost events.
   */
  get chainEnd(): ChainEnd | null {
    return this.#chainEnd;
  }

  /**
   * Sets `chainEnd` to `to` if it is still `from`. Call it after a comparison has shown that the snapshots
   * match the database, and that the database's chain ends at `to`.
   */
  moveChainEnd(from: ChainEnd | null, to: ChainEnd): void {
    if (this.#chainEnd === from) this.#chainEnd = to;
  }

  /** Makes the next `prepare` read all models, even if the version is unchanged. */
  requestReread(): void {
    this.#rereadRequestCount += 1;
  }

  /**
   * Builds snapshots of the stored models; returns null if readers already see the stored state. The returned
   * `swap` replaces the snapshots of both formats at once, so that both always show the same state. Calls
   * must not overlap.
   *
   * @throws SyntaxError if a row is not valid JSON; the snapshots are then unchanged
   */
  async prepare(store: Pick<Store, 'read'>): Promise<PreparedSnapshots | null> {
    const slice = new TimeSlice();
    const knownVersion = this.version;
    const previousEnd = this.#chainEnd;
    const rereadRequests = this.#rereadRequestCount;
    const isRereadRequested = rereadRequests > this.#rereadsDone;
    const state = await store.read(async (reader) => {
      const version = (await modelStore(reader).versions()).get(this.#definition.name) ?? 0;
      const { end, isLost } = await checkHistory(reader, previousEnd);
      if (knownVersion === version && !isLost && !isRereadRequested)
        return { version, end, isLost, views: null };
      const views =
        knownVersion === null || knownVersion > version || isLost || isRereadRequested
          ? await this.#readAll(reader, slice)
          : await this.#readChanges(
              reader,
              this.#built.views,
              await this.#changedSince(reader, knownVersion),
              slice,
            );
      return { version, end, isLost, views };
    });
    const { version, end, isLost, views } = state;
    if (views === null) {
      this.moveChainEnd(previousEnd, end);
      return null;
    }
    const builtCategory = this.#build(views, version, this.#built);
    return {
      lostEnd: isLost ? previousEnd : null,
      swap: () => {
        this.#built = builtCategory;
        this.#chainEnd = end;
        this.#rereadsDone = rereadRequests;
        if (!this.#isFilled) this.#firstVersion = version;
        this.#isFilled = true;
      },
    };
  }

  async #readAll(reader: Tx, slice: TimeSlice): Promise<ByFormat<View>> {
    const drafts = { v2: new ViewDraft(), legacy: new ViewDraft() };
    for (let lastPosition = -1; ; ) {
      const rows = await modelStore(reader).page(this.#definition.name, lastPosition, rowsPerQuery);
      for (const row of rows) {
        for (const format of formats) drafts[format].add(row.position, this.#recordsOf(format, row));
        if (slice.expired) await slice.yield();
      }
      if (rows.length < rowsPerQuery) break;
      lastPosition = rows.at(-1)!.position;
    }
    const views = { v2: drafts.v2.view(), legacy: drafts.legacy.view() };
    const sharedPositions = formats.flatMap((format) =>
      [...views[format].positionsBySharedName.values()].flat(),
    );
    return sharedPositions.length === 0
      ? views
      : this.#readChanges(reader, views, await this.#rowsAt(reader, views.v2, sharedPositions), slice);
  }

  async #changedSince(reader: Tx, version: number): Promise<ChangedModels> {
    const changes: ChangedModels = new Map();
    const names = await modelStore(reader).changedSince(this.#definition.name, version);
    for (const name of names) {
      const record = this.#built.views.v2.byName.get(name);
      if (record) changes.set(record.position, null);
    }
    for (let at = 0; at < names.length; at += rowsPerQuery) {
      const rows = await modelStore(reader).getMany(
        this.#definition.name,
        names.slice(at, at + rowsPerQuery),
      );
      for (const row of rows) changes.set(row.position, row);
    }
    return changes;
  }

  /**
   * Returns the views of the category with the changes applied. Rereads unchanged models that share a record
   * name with a changed model.
   */
  async #readChanges(
    reader: Tx,
    views: ByFormat<View>,
    changes: ChangedModels,
    slice: TimeSlice,
  ): Promise<ByFormat<View>> {
    const shownByFormat = { v2: new Map<number, ShownRecord[]>(), legacy: new Map<number, ShownRecord[]>() };
    for (let changedRows = changes; changedRows.size > 0; ) {
      for (const [position, row] of changedRows) {
        for (const format of formats)
          shownByFormat[format].set(position, row ? this.#recordsOf(format, row) : []);
        if (slice.expired) await slice.yield();
      }
      const sharingPositions = formats.flatMap((format) =>
        findSharingModels(views[format], shownByFormat[format]),
      );
      changedRows = await this.#rowsAt(reader, views.v2, sharingPositions);
    }
    const changedViews = { ...views };
    for (const format of formats) {
      if (shownByFormat[format].size > 0)
        changedViews[format] = applyChanges(views[format], shownByFormat[format]);
      if (slice.expired) await slice.yield();
    }
    return changedViews;
  }

  /**
   * Reads the rows of the models at these positions in the category. Requires the v2 view, in which each
   * position has exactly one name; rows are looked up by name.
   */
  async #rowsAt(reader: Tx, view: View, positions: readonly number[]): Promise<ChangedModels> {
    if (positions.length === 0) return new Map();
    const names = positions.flatMap((position) => recordsAt(view, position).map(({ name }) => name));
    const rows = await modelStore(reader).getMany(this.#definition.name, names);
    return new Map(rows.map((row) => [row.position, row]));
  }

  #recordsOf(format: CanonicalFormat, row: ModelRow): ShownRecord[] {
    return createShownRecords(format, this.#definition, row);
  }

  #build(views: ByFormat<View>, version: number, before: BuiltCategory | undefined): BuiltCategory {
    const category = this.#definition.name;
    const bodyOf = (format: CanonicalFormat): CompressingBody => {
      const { records } = views[format];
      const earlierRecords = before?.views[format].records;
      const isUnchanged =
        earlierRecords?.length === records.length && earlierRecords.every((each, at) => each === records[at]);
      return before && isUnchanged
        ? before.bodies[format]
        : new CompressingBody(writeBody(records), { onDemand: false });
    };
    const bodies = { v2: bodyOf('v2'), legacy: bodyOf('legacy') };
    const snapshotOf = (format: CanonicalFormat) =>
      new CategorySnapshot({ category, format, version }, views[format], bodies[format]);
    return { version, views, bodies, snapshots: { v2: snapshotOf('v2'), legacy: snapshotOf('legacy') } };
  }

  /**
   * Starts to compress the current snapshots. If they are replaced meanwhile, compresses the new ones too.
   */
  compress(): void {
    this.#compressing ??= this.#compress();
  }

  /** Starts the delayed compression immediately. Resolves when it is done. */
  async finishCompression(): Promise<void> {
    this.#hurry.resolve();
    await this.#compressing;
  }

  /**
   * Compresses the current snapshots: with gzip immediately, with brotli only after `quietMs` without a
   * change (the first snapshots without delay). Brotli always compresses the whole body, so it is not used
   * for snapshots that are soon replaced.
   */
  async #compress(): Promise<void> {
    let category: BuiltCategory;
    do {
      category = this.#built;
      const isNewest = () => category === this.#built;
      const bodies = Object.values(category.bodies);
      for (const body of bodies) await body.compressGzip();
      if (category.version !== this.#firstVersion) await withTimeout(quietMs, this.#hurry.promise);
      for (const body of bodies) await (isNewest() && body.compress(isNewest));
    } while (category !== this.#built);
    this.#compressing = undefined;
    this.#hurry = Promise.withResolvers();
  }
}

/**
 * Returns the records of a stored model as served in one format: none if the model has no record in that
 * format, several for a text model in the legacy format.
 */
export function createShownRecords(
  format: CanonicalFormat,
  { legacy }: CategoryDefinition,
  model: Pick<ModelRow, 'name' | 'v2' | 'legacy'>,
): ShownRecord[] {
  if (format === 'v2') return [{ name: model.name, text: model.v2 }];
  if (model.legacy === null || legacy === null) return [];
  const [first, ...variants] = legacy.createEntries(model.name, JSON.parse(model.legacy) as LegacyRecord);
  if (first === undefined) return [];
  const entry = { name: first[0], text: JSON.stringify(first[1]) };
  return [entry, ...variants.map((variant) => variantOf(entry, variant))];
}

/**
 * Returns an additional legacy entry of a model, which differs from the first entry only in its name. If the
 * first entry's text begins with the name, copies the text and replaces the name.
 */
function variantOf(first: ShownRecord, [name, entry]: [string, JsonObject]): ShownRecord {
  const namePrefix = `{"name":${JSON.stringify(first.name)},`;
  if (!first.text.startsWith(namePrefix)) return { name, text: JSON.stringify(entry) };
  return { name, text: `{"name":${JSON.stringify(name)},${first.text.slice(namePrefix.length)}` };
}
