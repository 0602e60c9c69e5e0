import { type ExternalValue, externalValue } from './external-value.ts';

/**
 * Storage keys of the lists that the browser could not store. Their new items are lost when the page closes.
 */
export const notStored = externalValue<ReadonlySet<string>>(new Set());

export interface StoredList<Item> extends Pick<ExternalValue<readonly Item[]>, 'use' | 'get'> {
  /**
   * Changes the list and writes it to the browser's storage. `by` receives the stored items, which another
   * tab may have changed, and returns the new items.
   */
  readonly change: (by: (items: readonly Item[]) => readonly Item[]) => void;
}

/**
 * A list in the browser's storage, of at most `most` items. It survives reloads, sign-ins and sign-outs, so
 * it must not contain secrets. Items for which `isItem` is false are skipped: an earlier version of this
 * page, or another page of this origin, may have written them.
 *
 * @param keyOf returns the key that identifies an item
 * @param storageOf returns the storage: `localStorage`, which all tabs share, or `sessionStorage`, which
 *   belongs to one tab. Throws if the browser has storage disabled.
 */
export function storedList<Item>(
  storageKey: string,
  most: number,
  isItem: (value: unknown) => value is Item,
  keyOf: (item: Item) => string,
  storageOf = (): Storage => localStorage,
): StoredList<Item> {
  /** Items that could not be stored. */
  let onlyHere: readonly Item[] = [];
  const stored = (): readonly Item[] | null => {
    try {
      const read: unknown = JSON.parse(storageOf().getItem(storageKey) ?? '[]');
      return Array.isArray(read) ? read.filter(isItem).slice(0, most) : [];
    } catch {
      // Storage is disabled, or holds another value.
      return null;
    }
  };
  const list = externalValue<readonly Item[]>(stored() ?? []);
  const all = (): readonly Item[] => {
    const keys = new Set(onlyHere.map(keyOf));
    return [...onlyHere, ...(stored() ?? []).filter((item) => !keys.has(keyOf(item)))];
  };
  // Another tab has written.
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) list.set(all());
  });
  return {
    use: list.use,
    get: list.get,
    change: (by) => {
      const next = by(all());
      const names = new Set(notStored.get());
      try {
        if (next.length === 0) storageOf().removeItem(storageKey);
        else storageOf().setItem(storageKey, JSON.stringify(next));
        onlyHere = [];
        names.delete(storageKey);
      } catch {
        // Storage is disabled or full.
        const kept = new Set(stored()?.map((item) => JSON.stringify(item)));
        onlyHere = next.filter((item) => !kept.has(JSON.stringify(item)));
        names.add(storageKey);
      }
      notStored.set(names);
      list.set(next);
    },
  };
}
