import { type Kysely, sql } from 'kysely';
import { RegistryError } from '../../kernel/errors.ts';
import { chunks } from '../../store/chunks.ts';
import { isUniqueViolation } from '../../store/driver-errors.ts';
import type { Tables } from '../../store/tables.ts';

/**
 * Where lists of one kind are kept: a table of lists, and one of items, whose primary key keeps an item in
 * one list.
 */
export interface ExclusiveTables {
  lists: 'alias_groups' | 'families';
  /** Column of both tables: the list's name. */
  name: 'canonical' | 'family_name';
  items: 'aliases' | 'family_members';
  item: 'alias' | 'group_name';
  /** What an item in two lists is told: what it is, and where it may be only once. */
  conflict: (name: string, items: readonly string[]) => string;
}

/** Named lists of which no two have an item in common: the aliases of groups, the members of families. */
export interface ExclusiveLists {
  /** Sorted by name (code points), items in the order given. */
  all(): Promise<{ name: string; items: string[] }[]>;
  get(name: string): Promise<string[] | null>;
  /** The list that has this item. */
  holder(item: string): Promise<string | null>;
  /** Replaces the list. @throws RegistryError `conflict` when an item is given twice or is in another list */
  put(name: string, items: readonly string[]): Promise<void>;
  delete(name: string): Promise<boolean>;
}

export function exclusiveLists(db: Kysely<Tables>, tables: ExclusiveTables): ExclusiveLists {
  const [lists, items] = [sql.table(tables.lists), sql.table(tables.items)];
  const [name, item] = [sql.ref(tables.name), sql.ref(tables.item)];

  const read = async (only: string | null) => {
    const { rows } = await sql<{ name: string; item: string | null }>`
      select list.${name} as name, entry.${item} as item
      from ${lists} as list left join ${items} as entry on entry.${name} = list.${name}
      ${only === null ? sql`` : sql`where list.${name} = ${only}`}
      order by list.${name}, entry.position`.execute(db);
    const byName = Map.groupBy(rows, (row) => row.name);
    return [...byName].map(([listName, entries]) => ({
      name: listName,
      items: entries.flatMap((entry) => entry.item ?? []),
    }));
  };

  return {
    all: () => read(null),

    get: async (listName) => (await read(listName))[0]?.items ?? null,

    holder: async (wanted) => {
      const { rows } = await sql<{
        name: string;
      }>`select ${name} as name from ${items} where ${item} = ${wanted}`.execute(db);
      return rows[0]?.name ?? null;
    },

    put: async (listName, wanted) => {
      await sql`insert into ${lists} (${name}) values (${listName}) on conflict (${name}) do nothing`.execute(
        db,
      );
      await sql`delete from ${items} where ${name} = ${listName}`.execute(db);
      const rows = wanted.map((each, position) => sql`(${each}, ${listName}, ${position})`);
      try {
        for (const some of chunks(rows)) {
          await sql`insert into ${items} (${item}, ${name}, position) values ${sql.join(some)}`.execute(db);
        }
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        throw new RegistryError('conflict', tables.conflict(listName, wanted), { cause: error });
      }
    },

    // The items go with their list.
    delete: async (listName) => {
      const { numAffectedRows } = await sql`delete from ${lists} where ${name} = ${listName}`.execute(db);
      return numAffectedRows === 1n;
    },
  };
}
