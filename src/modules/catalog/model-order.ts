/** The ordered names of a category's models. Moves a name in constant time. */
export class ModelOrder {
  readonly #nodes = new Map<string, { before: string | null; behind: string | null }>();
  #first: string | null = null;
  #last: string | null = null;

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.append(name);
  }

  has(name: string): boolean {
    return this.#nodes.has(name);
  }

  /** Puts a name at the end. */
  append(name: string): void {
    this.place(name, this.#last === name ? this.before(name) : this.#last);
  }

  /**
   * Moves or inserts a name directly after `predecessor`. Puts the name at the start if `predecessor` is null,
   * and at the end if `predecessor` is not in the list.
   */
  place(name: string, predecessor: string | null): void {
    this.delete(name);
    const knownPredecessor = predecessor === null || this.has(predecessor) ? predecessor : this.#last;
    const successor =
      knownPredecessor === null ? this.#first : (this.#nodes.get(knownPredecessor)?.behind ?? null);
    this.#nodes.set(name, { before: knownPredecessor, behind: successor });
    this.#link(knownPredecessor, name);
    this.#link(name, successor);
  }

  delete(name: string): void {
    const node = this.#nodes.get(name);
    if (!node) return;
    this.#nodes.delete(name);
    this.#link(node.before, node.behind);
  }

  /** Returns the preceding name; null if the name is the first or not in the list. */
  before(name: string): string | null {
    return this.#nodes.get(name)?.before ?? null;
  }

  *[Symbol.iterator](): Generator<string> {
    for (let name = this.#first; name !== null; name = this.#nodes.get(name)?.behind ?? null) yield name;
  }

  #link(before: string | null, behind: string | null): void {
    const [left, right] = [before, behind].map((name) => (name === null ? undefined : this.#nodes.get(name)));
    if (left) left.behind = behind;
    else this.#first = behind;
    if (right) right.before = before;
    else this.#last = before;
  }
}

export interface PlannedOrder {
  /** All names in the new order. */
  readonly order: readonly string[];
  /**
   * The models that must be placed, in this sequence: the moved models, and the new models that do not belong
   * at the end. Each is mapped to the name of the model before it; null for the first. The other new models
   * are appended. The result of both steps is `order`.
   */
  readonly predecessorByName: ReadonlyMap<string, string | null>;
}

/**
 * Plans how to sort the models of a category in the order of a file, moving as few models as possible. A
 * model that is not in the file stays after its current predecessor.
 *
 * @param currentNames the names of the existing models, in their order
 * @param fileOrder the names in the file, without duplicates; those not in `currentNames` are new
 */
export function planOrder(currentNames: readonly string[], fileOrder: readonly string[]): PlannedOrder {
  const places = new Map(currentNames.map((name, place) => [name, place]));
  const existingNames = fileOrder.filter((name) => places.has(name));
  const fixedNames = new Set(
    longestIncreasingSubsequence(existingNames.map((name) => places.get(name)!)).map(
      (at) => existingNames[at]!,
    ),
  );
  const movedNames = new Set(existingNames.filter((name) => !fixedNames.has(name)));
  const predecessorByName = new Map<string, string | null>();
  const order: string[] = [];
  const placeName = (name: string, isLast: boolean) => {
    if (movedNames.has(name) || !isLast) predecessorByName.set(name, order.at(-1) ?? null);
    order.push(name);
  };
  let nextFileIndex = 0;
  for (const name of currentNames) {
    if (movedNames.has(name)) continue;
    if (fixedNames.has(name)) {
      for (; fileOrder[nextFileIndex] !== name; nextFileIndex += 1)
        placeName(fileOrder[nextFileIndex]!, false);
      nextFileIndex += 1;
    }
    order.push(name);
  }
  for (; nextFileIndex < fileOrder.length; nextFileIndex += 1) placeName(fileOrder[nextFileIndex]!, true);
  return { order, predecessorByName: predecessorByName };
}

/** Returns the indexes of a longest increasing subsequence of distinct numbers. */
function longestIncreasingSubsequence(numbers: readonly number[]): number[] {
  /** For each subsequence length, the index of the smallest possible last value. */
  const endIndexes: number[] = [];
  const previousIndexes: (number | undefined)[] = [];
  for (const [index, value] of numbers.entries()) {
    let [low, high] = [0, endIndexes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[endIndexes[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    previousIndexes[index] = endIndexes[low - 1];
    endIndexes[low] = index;
  }
  const subsequence: number[] = [];
  for (let at = endIndexes.at(-1); at !== undefined; at = previousIndexes[at]) subsequence.push(at);
  return subsequence.reverse();
}
