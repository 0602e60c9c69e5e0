import type { Kysely } from 'kysely';
import type { FamilyReader, FamilyWriter } from '../../services/ports/store/name-groups.ts';
import type { Tables } from '../schema.ts';
import { type ExclusiveTables, exclusiveLists } from './exclusive-lists.ts';

const tables: ExclusiveTables = {
  lists: 'families',
  name: 'family_name',
  items: 'family_members',
  item: 'group_name',
  conflict: (family, members) =>
    `A member of family '${family}' is given twice or belongs to another family: ${members.join(', ')}`,
};

export function familyReader(db: Kysely<Tables>): FamilyReader {
  const lists = exclusiveLists(db, tables);
  return {
    all: async () => (await lists.all()).map(({ name, items }) => ({ family_name: name, members: items })),
    get: async (family_name) => {
      const members = await lists.get(family_name);
      return members && { family_name, members };
    },
    holder: lists.holder,
  };
}

export function familyWriter(db: Kysely<Tables>): FamilyWriter {
  const lists = exclusiveLists(db, tables);
  return {
    ...familyReader(db),
    put: ({ family_name, members }) => lists.put(family_name, members),
    delete: lists.delete,
  };
}
