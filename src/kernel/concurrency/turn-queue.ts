/** A queue in which those of different origins take turns; among those of one origin, first come first. */
export class TurnQueue<T> {
  /** The origin whose turn it is comes first; none has an empty list. */
  readonly #byOrigin = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(origin: string, item: T): void {
    const items = this.#byOrigin.get(origin);
    if (items) items.push(item);
    else this.#byOrigin.set(origin, [item]);
    this.#size += 1;
  }

  /** Takes the next one out; its origin goes behind the others. */
  shift(): T | undefined {
    for (const [origin, items] of this.#byOrigin) {
      const item = items.shift();
      this.#byOrigin.delete(origin);
      if (items.length > 0) this.#byOrigin.set(origin, items);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  /**
   * Takes out the latest of the origin that has the most, when that is more than `origin` would have with one
   * more; so whoever fills the queue makes room for the others.
   */
  makeRoomFor(origin: string): T | undefined {
    let most = (this.#byOrigin.get(origin)?.length ?? 0) + 1;
    let greedy: string | undefined;
    for (const [each, items] of this.#byOrigin) {
      if (items.length <= most) continue;
      most = items.length;
      greedy = each;
    }
    const item = greedy === undefined ? undefined : this.#byOrigin.get(greedy)?.pop();
    if (item !== undefined) this.#size -= 1;
    return item;
  }

  remove(origin: string, item: T): void {
    const items = this.#byOrigin.get(origin);
    const index = items?.indexOf(item) ?? -1;
    if (!items || index < 0) return;
    items.splice(index, 1);
    if (items.length === 0) this.#byOrigin.delete(origin);
    this.#size -= 1;
  }
}
