/** So many changed names are looked up apart before they are merged with all others. */
const maxApart = 500;

/** Where each name is. Never changes; a changed one shares nearly all with the one before. */
export class NamePositions {
  readonly #all: ReadonlyMap<string, number>;
  /** What has changed since; null for names that are gone. */
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
