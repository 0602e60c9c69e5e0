import type { Tx } from '../../store/tx.ts';
import { type ExclusiveTables, exclusiveLists } from './store-lists.ts';
import type { Family } from './tables.ts';

const tables: ExclusiveTables = {
  lists: 'families',
  name: 'family_name',
  items: 'family_members',
  item: 'group_name',
  conflict: (family, members) =>
    `A member of family '${family}' is given twice or belongs to another family: ${members.join(', ')}`,
};

export function familyStore({ db }: Tx) {
  const lists = exclusiveLists(db, tables);
  return {
    all: async (): Promise<Family[]> =>
      (await lists.all()).map(({ name, items }) => ({ family_name: name, members: items })),
    get: async (family_name: string): Promise<Family | null> => {
      const members = await lists.get(family_name);
      return members && { family_name, members };
    },
    /** The family that has this group as a member. */
    holder: lists.holder,

    /** Replaces the members. A unique constraint stops a group from being in two families. */
    put: ({ family_name, members }: Family): Promise<void> => lists.put(family_name, members),
    delete: lists.delete,
  };
}
