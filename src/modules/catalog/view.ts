import {
  changedSegments,
  type Member,
  memberOf,
  type Segment,
  SegmentCutter,
  segmentReaching,
} from './segment.ts';

/** One of the records that readers of one format see for a model. */
export interface ShownRecord {
  /** The record's key in the category. */
  readonly name: string;
  /** The record as compact JSON. */
  readonly text: string;
}

/** The records of a category as readers of one format see them. Never changes. */
export interface View {
  readonly segments: readonly Segment[];
  /** The position of the model that a record belongs to, by the name of the record. */
  readonly names: NamePositions;
  /**
   * The names that records of several models have, each with the positions of these models. Only the legacy
   * view has such names, because two models may have the same backend-prefixed name. The view has one record
   * of the name: at the first model's position, with the last model's text.
   */
  readonly shared: ReadonlyMap<string, readonly number[]>;
  readonly size: number;
}

/** Finds a model's position in the view by its record name. Never changes: `with` gives a changed copy. */
class NamePositions {
  readonly #all: ReadonlyMap<string, number>;
  /** Positions that differ from those in `#all`; null for a name that is in `#all` but no longer exists. */
  readonly #apart: ReadonlyMap<string, number | null>;

  constructor(all: ReadonlyMap<string, number>, apart: ReadonlyMap<string, number | null> = new Map()) {
    this.#all = all;
    this.#apart = apart;
  }

  get(name: string): number | undefined {
    const changed = this.#apart.get(name);
    return changed === undefined ? this.#all.get(name) : (changed ?? undefined);
  }

  with(changes: Iterable<readonly [name: string, position: number | null]>): NamePositions {
    const changed = [...changes].filter(([name, position]) => (this.get(name) ?? null) !== position);
    if (changed.length === 0) return this;
    const apart = new Map(this.#apart);
    for (const [name, position] of changed) apart.set(name, position);
    if (apart.size <= maxApart) return new NamePositions(this.#all, apart);
    const all = new Map(this.#all);
    for (const [name, position] of apart) {
      if (position === null) all.delete(name);
      else all.set(name, position);
    }
    return new NamePositions(all);
  }
}

export const emptyView: View = {
  segments: [],
  names: new NamePositions(new Map()),
  shared: new Map(),
  size: 0,
};

/** Builds a view from models that are added one after the other, in stored order. */
export class ViewDraft {
  readonly #cutter = new SegmentCutter();
  readonly #names = new Map<string, number>();
  readonly #shared = new Map<string, number[]>();

  add(position: number, shown: readonly ShownRecord[]): void {
    for (const { name, text } of shown) {
      const first = this.#names.get(name);
      if (first === undefined) {
        this.#names.set(name, position);
        this.#cutter.add(memberOf(position, name, text));
      } else {
        const owners = this.#shared.get(name) ?? [first];
        this.#shared.set(name, [...owners, position]);
      }
    }
  }

  /**
   * Gives the view of the models added so far. For a name in `shared`, it still has the first model's text,
   * not the last one's. To correct this, the caller passes all models that share a name to `changedView`.
   */
  view(): View {
    return {
      segments: this.#cutter.end(),
      names: new NamePositions(this.#names),
      shared: this.#shared,
      size: this.#names.size,
    };
  }
}

/**
 * Gives the positions of the unchanged models that have a record name in common with a changed model, either
 * before or after the change.
 */
export function sharingModels(view: View, changes: ReadonlyMap<number, readonly ShownRecord[]>): number[] {
  const owners = [...affectedNames(view, changes)].flatMap((name) => ownersOf(view, name));
  return [...new Set(owners)].filter((position) => !changes.has(position));
}

/**
 * Gives a view in which some models have new records.
 * @param changes the records of each changed model, by position. They have to include the records of all
 * models that `sharingModels` gives
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
  const placed = new Set<string>();
  let size = view.size;
  const members = new Map<number, Member[]>();
  for (const [position, shown] of inOrder) {
    const here: Member[] = [];
    for (const { name } of shown) {
      if (placed.has(name)) continue;
      placed.add(name);
      here.push(memberOf(position, name, texts.get(name)!));
    }
    members.set(position, here);
    size += here.length - namesAt(view, position).length;
  }
  return {
    segments: changedSegments(view.segments, members),
    names: view.names.with([...owners].map(([name, [first = null]]) => [name, first])),
    shared: changedOwners(view.shared, owners),
    size,
  };
}

/** Gives every record name that the changed models had before or have now. */
function affectedNames(view: View, changes: ReadonlyMap<number, readonly ShownRecord[]>): Set<string> {
  const names = new Set<string>();
  for (const [position, shown] of changes) {
    for (const name of namesAt(view, position)) names.add(name);
    for (const { name } of shown) names.add(name);
  }
  for (const [name, owners] of view.shared) {
    if (owners.some((position) => changes.has(position))) names.add(name);
  }
  return names;
}

function namesAt({ segments }: View, position: number): string[] {
  const names: string[] = [];
  for (let at = segmentReaching(segments, position); segments[at]; at += 1) {
    const { positions, names: all, first } = segments[at]!;
    if (first > position) break;
    for (let index = positions.indexOf(position); index >= 0 && positions[index] === position; index += 1)
      names.push(all[index]!);
  }
  return names;
}

function ownersOf({ names, shared }: View, name: string): readonly number[] {
  const single = names.get(name);
  return shared.get(name) ?? (single === undefined ? [] : [single]);
}

function changedOwners(
  shared: View['shared'],
  owners: ReadonlyMap<string, readonly number[]>,
): View['shared'] {
  const changed = [...owners].filter(([name, now]) => now.length > 1 || shared.has(name));
  if (changed.length === 0) return shared;
  const next = new Map(shared);
  for (const [name, now] of changed) {
    if (now.length > 1) next.set(name, now);
    else next.delete(name);
  }
  return next;
}

/** Largest number of names in `#apart`. When there are more, `with` makes a new map of all names. */
const maxApart = 500;
