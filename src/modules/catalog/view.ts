import { SnapshotRecord } from './snapshot-record.ts';

/** A record of a model as served in one format; a model may have several. */
export interface ShownRecord {
  /** The record's key in the category. */
  readonly name: string;
  /** The record as compact JSON. */
  readonly text: string;
}

/** The records of a category as served in one format. Immutable. */
export interface View {
  /** All records in stored order (by position). */
  readonly records: readonly SnapshotRecord[];
  readonly byName: ReadonlyMap<string, SnapshotRecord>;
  /**
   * The names that several models have in common, each with the positions of these models. Always empty in
   * the v2 view. In the legacy view, two models may have the same backend-prefixed name. The view then has one
   * record for this name: at the first model's position, with the last model's text.
   */
  readonly positionsBySharedName: ReadonlyMap<string, readonly number[]>;
}

export const emptyView: View = { records: [], byName: new Map(), positionsBySharedName: new Map() };

/** Builds a view from models added in stored order. */
export class ViewDraft {
  readonly #records: SnapshotRecord[] = [];
  readonly #byName = new Map<string, SnapshotRecord>();
  readonly #positionsBySharedName = new Map<string, number[]>();

  add(position: number, records: readonly ShownRecord[]): void {
    for (const { name, text } of records) {
      const first = this.#byName.get(name);
      if (first === undefined) {
        const record = new SnapshotRecord(position, name, text);
        this.#byName.set(name, record);
        this.#records.push(record);
      } else {
        const owners = this.#positionsBySharedName.get(name) ?? [first.position];
        this.#positionsBySharedName.set(name, [...owners, position]);
      }
    }
  }

  /**
   * Returns the view of the models added so far. The records of shared names still have the first model's
   * text instead of the last model's. To correct them, the caller must pass all models that share a name to
   * `applyChanges`.
   */
  view(): View {
    return {
      records: this.#records,
      byName: this.#byName,
      positionsBySharedName: this.#positionsBySharedName,
    };
  }
}

/**
 * Returns the positions of the unchanged models that share a record name with a changed model, before or
 * after the change.
 */
export function findSharingModels(
  view: View,
  changes: ReadonlyMap<number, readonly ShownRecord[]>,
): number[] {
  const owners = [...findAffectedNames(view, changes)].flatMap((name) => findOwners(view, name));
  return [...new Set(owners)].filter((position) => !changes.has(position));
}

/**
 * Returns a view with new records for some models. Unchanged records remain the same objects.
 * @param changes the records of each changed model, by position. Must include the records of all models that
 *   `findSharingModels` returns
 */
export function applyChanges(view: View, changes: ReadonlyMap<number, readonly ShownRecord[]>): View {
  const orderedChanges = [...changes].sort(([a], [b]) => a - b);
  const owners = new Map<string, number[]>();
  for (const name of findAffectedNames(view, changes)) owners.set(name, []);
  const texts = new Map<string, string>();
  for (const [position, shown] of orderedChanges) {
    for (const { name, text } of shown) {
      owners.get(name)!.push(position);
      texts.set(name, text);
    }
  }
  const byName = new Map(view.byName);
  for (const [name, positions] of owners) if (positions.length === 0) byName.delete(name);
  const placedNames = new Set<string>();
  const changedRecords = new Map<number, SnapshotRecord[]>();
  for (const [position, shown] of orderedChanges) {
    const positionRecords: SnapshotRecord[] = [];
    for (const { name } of shown) {
      if (placedNames.has(name)) continue;
      placedNames.add(name);
      const record = reuseRecord(view, position, name, texts.get(name)!);
      byName.set(name, record);
      positionRecords.push(record);
    }
    changedRecords.set(position, positionRecords);
  }
  return {
    records: mergeChanges(view.records, changedRecords),
    byName,
    positionsBySharedName: updateOwners(view.positionsBySharedName, owners),
  };
}

/** Returns the existing record of the view if it is unchanged; otherwise a new one. */
function reuseRecord({ byName }: View, position: number, name: string, text: string): SnapshotRecord {
  const existing = byName.get(name);
  return existing?.position === position && existing.text === text
    ? existing
    : new SnapshotRecord(position, name, text);
}

/** @param changes the new records for each changed position, in ascending order of positions */
function mergeChanges(
  records: readonly SnapshotRecord[],
  changes: ReadonlyMap<number, readonly SnapshotRecord[]>,
): readonly SnapshotRecord[] {
  const result: SnapshotRecord[] = [];
  const remainingChanges = [...changes];
  let nextIndex = 0;
  for (const record of records) {
    while (nextIndex < remainingChanges.length && remainingChanges[nextIndex]![0] < record.position)
      result.push(...remainingChanges[nextIndex++]![1]);
    if (!changes.has(record.position)) result.push(record);
  }
  while (nextIndex < remainingChanges.length) result.push(...remainingChanges[nextIndex++]![1]);
  return result;
}

/** Returns all record names of the changed models, before and after the changes. */
function findAffectedNames(view: View, changes: ReadonlyMap<number, readonly ShownRecord[]>): Set<string> {
  const names = new Set<string>();
  for (const [position, shown] of changes) {
    for (const { name } of recordsAt(view, position)) names.add(name);
    for (const { name } of shown) names.add(name);
  }
  for (const [name, owners] of view.positionsBySharedName) {
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

function findOwners({ byName, positionsBySharedName: shared }: View, name: string): readonly number[] {
  const onlyModel = byName.get(name);
  return shared.get(name) ?? (onlyModel === undefined ? [] : [onlyModel.position]);
}

function updateOwners(
  positionsBySharedName: View['positionsBySharedName'],
  owners: ReadonlyMap<string, readonly number[]>,
): View['positionsBySharedName'] {
  const entries = [...owners].filter(
    ([name, positions]) => positions.length > 1 || positionsBySharedName.has(name),
  );
  if (entries.length === 0) return positionsBySharedName;
  const newPositions = new Map(positionsBySharedName);
  for (const [name, now] of entries) {
    if (now.length > 1) newPositions.set(name, now);
    else newPositions.delete(name);
  }
  return newPositions;
}
