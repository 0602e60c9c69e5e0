import type { Kysely } from 'kysely';
import type { AliasReader, AliasWriter } from '../../services/ports/store/name-groups.ts';
import type { Tables } from '../schema.ts';
import { type ExclusiveTables, exclusiveLists } from './exclusive-lists.ts';

const tables: ExclusiveTables = {
  lists: 'alias_groups',
  name: 'canonical',
  items: 'aliases',
  item: 'alias',
  conflict: (canonical, aliases) =>
    `An alias of '${canonical}' is given twice or is held by another group: ${aliases.join(', ')}`,
};

export function aliasReader(db: Kysely<Tables>): AliasReader {
  const lists = exclusiveLists(db, tables);
  return {
    all: async () => (await lists.all()).map(({ name, items }) => ({ canonical: name, aliases: items })),
    get: async (canonical) => {
      const aliases = await lists.get(canonical);
      return aliases && { canonical, aliases };
    },
    holder: lists.holder,
  };
}

export function aliasWriter(db: Kysely<Tables>): AliasWriter {
  const lists = exclusiveLists(db, tables);
  return {
    ...aliasReader(db),
    put: ({ canonical, aliases }) => lists.put(canonical, aliases),
    delete: lists.delete,
  };
}
