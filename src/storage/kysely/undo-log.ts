/** How what a transaction holds in memory is taken back, step by step, when a savepoint is rolled back. */
export class UndoLog {
  readonly #steps: (() => void)[] = [];

  note(undo: () => void): void {
    this.#steps.push(undo);
  }

  /** Sets an entry; undone, the map is as it was. */
  set<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
    const [had, before] = [map.has(key), map.get(key)];
    map.set(key, value);
    this.note(() => {
      if (had) map.set(key, before as Value);
      else map.delete(key);
    });
  }

  /** Removes an entry; undone, the map has it again, as its last one. */
  delete<Key, Value>(map: Map<Key, Value>, key: Key): void {
    if (!map.has(key)) return;
    const before = map.get(key) as Value;
    map.delete(key);
    this.note(() => map.set(key, before));
  }

  mark(): () => void {
    const length = this.#steps.length;
    return () => {
      while (this.#steps.length > length) this.#steps.pop()?.();
    };
  }
}
