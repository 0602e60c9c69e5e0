import { type ExternalValue, externalValue } from './external-value.ts';

export interface StoredList<Item> extends Pick<ExternalValue<readonly Item[]>, 'use' | 'get'> {
  /**
   * Changes the list and writes it to the browser's storage. `by` receives the items in the storage, which
   * another tab may have changed, and returns the new items.
   */
  readonly change: (by: (items: readonly Item[]) => readonly Item[]) => void;
}

/**
 * A list in the browser's storage, of at most `most` items. It outlives reloads, sign-ins and sign-outs, so
 * it must hold no secrets. Items for which `isItem` is false are skipped: an earlier version of this page, or
 * another page of this origin, may have written them.
 */
export function storedList<Item>(
  storageKey: string,
  most: number,
  isItem: (value: unknown) => value is Item,
): StoredList<Item> {
  const stored = (): readonly Item[] | null => {
    try {
      const read: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
      return Array.isArray(read) ? read.filter(isItem).slice(0, most) : [];
    } catch {
      // Storage is switched off, or holds something else.
      return null;
    }
  };
  const list = externalValue<readonly Item[]>(stored() ?? []);
  // Another tab has written.
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) list.set(stored() ?? []);
  });
  return {
    use: list.use,
    get: list.get,
    change: (by) => {
      const next = by(stored() ?? list.get());
      try {
        if (next.length === 0) localStorage.removeItem(storageKey);
        else localStorage.setItem(storageKey, JSON.stringify(next));
      } catch {
        // Storage is switched off or full: the items live as long as the page.
      }
      list.set(next);
    },
  };
}
