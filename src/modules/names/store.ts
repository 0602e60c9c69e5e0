import { type Kysely, sql } from 'kysely';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { chunks } from '../../store/chunks.ts';
import { isUniqueViolation } from '../../store/driver-errors.ts';
import { fromJson, toJson } from '../../store/json-column.ts';
import type { Tables } from '../../store/tables.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import type { GroupEntries, GroupEntryKind } from './group-event.ts';
import type { AliasEntry, Family } from './tables.ts';

/**
 * Where lists of one kind are kept: a table of lists, and one of items, whose primary key keeps an item in
 * one list.
 */
interface ExclusiveTables {
  lists: 'alias_groups' | 'families';
  /** Column of both tables: the list's name. */
  name: 'canonical' | 'family_name';
  items: 'aliases' | 'family_members';
  item: 'alias' | 'group_name';
  /** What an item in two lists is told: what it is, and where it may be only once. */
  conflict: (name: string, items: readonly string[]) => string;
}

/** Named lists of which no two have an item in common: the aliases of groups, the members of families. */
function exclusiveLists(db: Kysely<Tables>, tables: ExclusiveTables) {
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
    /** Sorted by name (code points), items in the order given. */
    all: () => read(null),

    get: async (listName: string): Promise<string[] | null> => (await read(listName))[0]?.items ?? null,

    /** The list that has this item. */
    holder: async (wanted: string): Promise<string | null> => {
      const { rows } = await sql<{
        name: string;
      }>`select ${name} as name from ${items} where ${item} = ${wanted}`.execute(db);
      return rows[0]?.name ?? null;
    },

    /** Replaces the list. @throws RegistryError `conflict` when an item is given twice or is in another list */
    put: async (listName: string, wanted: readonly string[]): Promise<void> => {
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
    delete: async (listName: string): Promise<boolean> => {
      const { numAffectedRows } = await sql`delete from ${lists} where ${name} = ${listName}`.execute(db);
      return numAffectedRows === 1n;
    },
  };
}

const aliasTables: ExclusiveTables = {
  lists: 'alias_groups',
  name: 'canonical',
  items: 'aliases',
  item: 'alias',
  conflict: (canonical, aliases) =>
    `An alias of '${canonical}' is given twice or is held by another group: ${aliases.join(', ')}`,
};

export function aliasStore({ db }: Tx) {
  const lists = exclusiveLists(db, aliasTables);
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

const familyTables: ExclusiveTables = {
  lists: 'families',
  name: 'family_name',
  items: 'family_members',
  item: 'group_name',
  conflict: (family, members) =>
    `A member of family '${family}' is given twice or belongs to another family: ${members.join(', ')}`,
};

export function familyStore({ db }: Tx) {
  const lists = exclusiveLists(db, familyTables);
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

export function nameSchemaStore({ db }: Tx) {
  const parse = (row: Tables['name_schemas']): JsonObject =>
    fromJson(row.schema, `the name schema of group '${row.group_name}'`);
  return {
    all: async (): Promise<{ group_name: string; schema: JsonObject }[]> => {
      const rows = await db.selectFrom('name_schemas').selectAll().orderBy('group_name').execute();
      return rows.map((row) => ({ group_name: row.group_name, schema: parse(row) }));
    },
    get: async (groupName: string): Promise<JsonObject | null> => {
      const row = await db
        .selectFrom('name_schemas')
        .selectAll()
        .where('group_name', '=', groupName)
        .executeTakeFirst();
      return row ? parse(row) : null;
    },

    put: async (groupName: string, schema: JsonObject): Promise<void> => {
      const text = toJson(schema);
      await db
        .insertInto('name_schemas')
        .values({ group_name: groupName, schema: text })
        .onConflict((conflict) => conflict.column('group_name').doUpdateSet({ schema: text }))
        .execute();
    },
    delete: async (groupName: string): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('name_schemas')
        .where('group_name', '=', groupName)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

/** Where entries of one kind are stored. */
interface EntryTable<Entry> {
  read(reader: Tx, name: string): Promise<Entry | null>;
  /** Inserts or replaces. @throws RegistryError `conflict` when a unique constraint stands against it */
  put(writer: WriteTx, entry: Entry): Promise<void>;
  remove(writer: WriteTx, name: string): Promise<boolean>;
}

export const entryTables: { readonly [Kind in GroupEntryKind]: EntryTable<GroupEntries[Kind]> } = {
  alias: {
    read: (reader, canonical) => aliasStore(reader).get(canonical),
    put: (writer, entry) => aliasStore(writer).put(entry),
    remove: (writer, canonical) => aliasStore(writer).delete(canonical),
  },
  family: {
    read: (reader, familyName) => familyStore(reader).get(familyName),
    put: (writer, entry) => familyStore(writer).put(entry),
    remove: (writer, familyName) => familyStore(writer).delete(familyName),
  },
  name_schema: {
    read: async (reader, group_name) => {
      const schema = await nameSchemaStore(reader).get(group_name);
      return schema && { group_name, schema };
    },
    put: (writer, { group_name, schema }) => nameSchemaStore(writer).put(group_name, schema),
    remove: (writer, groupName) => nameSchemaStore(writer).delete(groupName),
  },
};
