import { SnapshotRecord } from './snapshot-record.ts';

/** One of the records that readers of one format see for a model. */
export interface ShownRecord {
  /** The record's key in the category. */
  readonly name: string;
  /** The record as compact JSON. */
  readonly text: string;
}

/** The records of a category as readers of one format see them. Never changes. */
export interface View {
  /** All records in stored order: by position. */
  readonly records: readonly SnapshotRecord[];
  readonly byName: ReadonlyMap<string, SnapshotRecord>;
  /**
   * The names that records of several models have, each with the positions of these models. Only the legacy
   * view has such names, because two models may have the same backend-prefixed name. The view has one record
   * of the name: at the first model's position, with the last model's text.
   */
  readonly shared: ReadonlyMap<string, readonly number[]>;
}

export const emptyView: View = { records: [], byName: new Map(), shared: new Map() };

/** Builds a view from models that are added one after the other, in stored order. */
export class ViewDraft {
  readonly #records: SnapshotRecord[] = [];
  readonly #byName = new Map<string, SnapshotRecord>();
  readonly #shared = new Map<string, number[]>();

  add(position: number, records: readonly ShownRecord[]): void {
    for (const { name, text } of records) {
      const first = this.#byName.get(name);
      if (first === undefined) {
        const record = new SnapshotRecord(position, name, text);
        this.#byName.set(name, record);
        this.#records.push(record);
      } else {
        const owners = this.#shared.get(name) ?? [first.position];
        this.#shared.set(name, [...owners, position]);
      }
    }
  }

  /**
   * Returns the view of the models added so far. For a name in `shared`, it still has the first model's text,
   * not the last one's. To correct this, the caller passes all models that share a name to `changedView`.
   */
  view(): View {
    return { records: this.#records, byName: this.#byName, shared: this.#shared };
  }
}

/**
 * Returns the positions of the unchanged models that have a record name in common with a changed model,
 * either before or after the change.
 */
export function sharingModels(view: View, changes: ReadonlyMap<number, readonly ShownRecord[]>): number[] {
  const owners = [...affectedNames(view, changes)].flatMap((name) => ownersOf(view, name));
  return [...new Set(owners)].filter((position) => !changes.has(position));
}

/**
 * Returns a view in which some models have new records. A record that stays the same is the same object.
 * @param changes the records of each changed model, by position. They have to include the records of all
 * models that `sharingModels` returns
 */
export function changedView(view: View, changes: ReadonlyMap<number, readonly ShownRecord[]>): View {
  const inOrder = [...changes].sort(([a], [b]) => a - b);
  const owners = new Map<string, number[]>();
  for (const name of affectedNames(view, changes)) owners.set(name, []);
  const texts = new Map<string, string>();
  for (const [position, shown] of inOrder) {
    for (const { name, text } of shown) {
      owners.get(name)!.push(position);
      texts.set(name, text);
    }
  }
  const byName = new Map(view.byName);
  for (const [name, positions] of owners) if (positions.length === 0) byName.delete(name);
  const placed = new Set<string>();
  const changedRecords = new Map<number, SnapshotRecord[]>();
  for (const [position, shown] of inOrder) {
    const here: SnapshotRecord[] = [];
    for (const { name } of shown) {
      if (placed.has(name)) continue;
      placed.add(name);
      const record = recordIn(view, position, name, texts.get(name)!);
      byName.set(name, record);
      here.push(record);
    }
    changedRecords.set(position, here);
  }
  return {
    records: withChanges(view.records, changedRecords),
    byName,
    shared: changedOwners(view.shared, owners),
  };
}

/** Returns the record of the view if it is unchanged; otherwise a new one. */
function recordIn({ byName }: View, position: number, name: string, text: string): SnapshotRecord {
  const existing = byName.get(name);
  return existing?.position === position && existing.text === text
    ? existing
    : new SnapshotRecord(position, name, text);
}

/** @param changes the new records at each changed position, in ascending order of positions */
function withChanges(
  records: readonly SnapshotRecord[],
  changes: ReadonlyMap<number, readonly SnapshotRecord[]>,
): readonly SnapshotRecord[] {
  const result: SnapshotRecord[] = [];
  const waiting = [...changes];
  let next = 0;
  for (const record of records) {
    while (next < waiting.length && waiting[next]![0] < record.position) result.push(...waiting[next++]![1]);
    if (!changes.has(record.position)) result.push(record);
  }
  while (next < waiting.length) result.push(...waiting[next++]![1]);
  return result;
}

/** Returns every record name that the changed models had before or have now. */
function affectedNames(view: View, changes: ReadonlyMap<number, readonly ShownRecord[]>): Set<string> {
  const names = new Set<string>();
  for (const [position, shown] of changes) {
    for (const { name } of recordsAt(view, position)) names.add(name);
    for (const { name } of shown) names.add(name);
  }
  for (const [name, owners] of view.shared) {
    if (owners.some((position) => changes.has(position))) names.add(name);
  }
  return names;
}

/** Returns the records of the model at a position. */
export function recordsAt({ records }: Pick<View, 'records'>, position: number): SnapshotRecord[] {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (records[middle]!.position < position) low = middle + 1;
    else high = middle;
  }
  const result: SnapshotRecord[] = [];
  for (let at = low; records[at]?.position === position; at += 1) result.push(records[at]!);
  return result;
}

function ownersOf({ byName, shared }: View, name: string): readonly number[] {
  const single = byName.get(name);
  return shared.get(name) ?? (single === undefined ? [] : [single.position]);
}

function changedOwners(
  shared: View['shared'],
  owners: ReadonlyMap<string, readonly number[]>,
): View['shared'] {
  const entries = [...owners].filter(([name, now]) => now.length > 1 || shared.has(name));
  if (entries.length === 0) return shared;
  const next = new Map(shared);
  for (const [name, now] of entries) {
    if (now.length > 1) next.set(name, now);
    else next.delete(name);
  }
  return next;
}
