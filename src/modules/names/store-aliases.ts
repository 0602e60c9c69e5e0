import type { Tx } from '../../store/tx.ts';
import { type ExclusiveTables, exclusiveLists } from './store-lists.ts';
import type { AliasEntry } from './tables.ts';

const tables: ExclusiveTables = {
  lists: 'alias_groups',
  name: 'canonical',
  items: 'aliases',
  item: 'alias',
  conflict: (canonical, aliases) =>
    `An alias of '${canonical}' is given twice or is held by another group: ${aliases.join(', ')}`,
};

export function aliasStore({ db }: Tx) {
  const lists = exclusiveLists(db, tables);
  return {
    /** Sorted by canonical (code points); aliases in the order given. */
    all: async (): Promise<AliasEntry[]> =>
      (await lists.all()).map(({ name, items }) => ({ canonical: name, aliases: items })),
    get: async (canonical: string): Promise<AliasEntry | null> => {
      const aliases = await lists.get(canonical);
      return aliases && { canonical, aliases };
    },
    /** The canonical group that holds this alias. */
    holder: lists.holder,

    /**
     * Replaces the list; an empty list keeps the entry. A unique constraint stops an alias from having two
     * holders.
     */
    put: ({ canonical, aliases }: AliasEntry): Promise<void> => lists.put(canonical, aliases),
    delete: lists.delete,
  };
}
