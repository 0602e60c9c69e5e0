import { type ExternalValue, externalValue } from './external-value.ts';

/**
 * Storage keys of the lists that the browser could not store. Their new items are lost when the page closes.
 */
export const unstoredLists = externalValue<ReadonlySet<string>>(new Set());

export interface StoredList<Item> extends Pick<ExternalValue<readonly Item[]>, 'use' | 'get'> {
  /**
   * Changes the list and writes it to the browser's storage. `update` receives the stored items, which another
   * tab may have changed, and returns the new items.
   */
  readonly change: (update: (items: readonly Item[]) => readonly Item[]) => void;
}

/**
 * A list in the browser's storage, of at most `maxItems` items. It survives reloads, sign-ins and sign-outs, so
 * it must not contain secrets. Items for which `isItem` is false are skipped: an earlier version of this
 * page, or another page of this origin, may have written them.
 *
 * @param keyOf returns the key that identifies an item
 * @param storageOf returns the storage: `localStorage`, which all tabs share, or `sessionStorage`, which
 *   belongs to one tab. Throws if the browser has storage disabled.
 */
export function storedList<Item>(
  storageKey: string,
  maxItems: number,
  isItem: (value: unknown) => value is Item,
  keyOf: (item: Item) => string,
  storageOf = (): Storage => localStorage,
): StoredList<Item> {
  /** Items that could not be stored. */
  let unstoredItems: readonly Item[] = [];
  const readStored = (): readonly Item[] | null => {
    try {
      const parsed: unknown = JSON.parse(storageOf().getItem(storageKey) ?? '[]');
      return Array.isArray(parsed) ? parsed.filter(isItem).slice(0, maxItems) : [];
    } catch {
      // Storage is disabled, or holds another value.
      return null;
    }
  };
  const list = externalValue<readonly Item[]>(readStored() ?? []);
  const mergeItems = (): readonly Item[] => {
    const keys = new Set(unstoredItems.map(keyOf));
    return [...unstoredItems, ...(readStored() ?? []).filter((item) => !keys.has(keyOf(item)))];
  };
  // Another tab has written.
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) list.set(mergeItems());
  });
  return {
    use: list.use,
    get: list.get,
    change: (update) => {
      const newItems = update(mergeItems());
      const unstoredKeys = new Set(unstoredLists.get());
      try {
        if (newItems.length === 0) storageOf().removeItem(storageKey);
        else storageOf().setItem(storageKey, JSON.stringify(newItems));
        unstoredItems = [];
        unstoredKeys.delete(storageKey);
      } catch {
        // Storage is disabled or full.
        const storedTexts = new Set(readStored()?.map((item) => JSON.stringify(item)));
        unstoredItems = newItems.filter((item) => !storedTexts.has(JSON.stringify(item)));
        unstoredKeys.add(storageKey);
      }
      unstoredLists.set(unstoredKeys);
      list.set(newItems);
    },
  };
}
