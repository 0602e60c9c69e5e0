import { sql } from 'kysely';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { chunks } from '../../store/chunks.ts';
import { isUniqueViolation } from '../../store/driver-errors.ts';
import { fromJson, toJson } from '../../store/json-column.ts';
import type { Tables } from '../../store/tables.ts';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import type { GroupEntries, GroupEntryKind } from './group-event.ts';
import type { AliasEntry, Family } from './tables.ts';

/**
 * Two tables that store named lists: the aliases of each group, or the member groups of each family. `lists`
 * has one row per list, and `items` one row per item. The item is the primary key of `items`, so an item can
 * be in only one list.
 */
interface ExclusiveLists<Entry> {
  lists: 'alias_groups' | 'families';
  items: 'aliases' | 'family_members';
  /**
   * The column with the name of the list, in both tables. The entry has its name in a field with the same
   * name.
   */
  name: string & keyof Entry;
  /** The column of `items` that contains the item: an alias of a group, or a member of a family. */
  item: 'alias' | 'group_name';
  /** The field of an entry that contains the items of the list, in the order sent by the caller. */
  field: string & keyof Entry;
  /** Creates the error message for an entry that contains an item twice, or an item of another list. */
  conflict: (name: string, items: string) => string;
}

function createListStore<Entry extends AliasEntry | Family>(tables: ExclusiveLists<Entry>) {
  const [lists, items, name, item] = [
    sql.table(tables.lists),
    sql.table(tables.items),
    sql.ref(tables.name),
    sql.ref(tables.item),
  ];
  return ({ db }: Tx) => {
    const readLists = async (searchedName: string | null): Promise<Entry[]> => {
      const { rows } = await sql<{ name: string; item: string | null }>`
        select list.${name} as name, entry.${item} as item
        from ${lists} as list left join ${items} as entry on entry.${name} = list.${name}
        ${searchedName === null ? sql`` : sql`where list.${name} = ${searchedName}`}
        order by list.${name}, entry.position`.execute(db);
      return Array.from(
        Map.groupBy(rows, (row) => row.name),
        ([listName, entries]) =>
          ({
            [tables.name]: listName,
            [tables.field]: entries.flatMap((entry) => entry.item ?? []),
          }) as unknown as Entry,
      );
    };

    return {
      /** Returns all entries, sorted by the code points of their names. */
      all: () => readLists(null),
      get: async (listName: string): Promise<Entry | null> => (await readLists(listName))[0] ?? null,

      /** Returns the name of the list that contains this item; null when no list does. */
      findHolder: async (searchedItem: string): Promise<string | null> => {
        const { rows } = await sql<{
          name: string;
        }>`select ${name} as name from ${items} where ${item} = ${searchedItem}`.execute(db);
        return rows[0]?.name ?? null;
      },

      /**
       * Stores an entry, replacing the entry with the same name. An entry may have no items.
       *
       * @throws RegistryError `conflict` when the entry has an item twice, or another list has the item
       */
      put: async (entry: Entry): Promise<void> => {
        const [listName, listItems] = [
          entry[tables.name] as string,
          entry[tables.field] as readonly string[],
        ];
        await sql`insert into ${lists} (${name}) values (${listName}) on conflict (${name}) do nothing`.execute(
          db,
        );
        await sql`delete from ${items} where ${name} = ${listName}`.execute(db);
        const rows = listItems.map((each, position) => sql`(${each}, ${listName}, ${position})`);
        try {
          for (const chunk of chunks(rows)) {
            await sql`insert into ${items} (${item}, ${name}, position) values ${sql.join(chunk)}`.execute(
              db,
            );
          }
        } catch (error) {
          if (!isUniqueViolation(error)) throw error;
          throw new RegistryError('conflict', tables.conflict(listName, listItems.join(', ')), {
            cause: error,
          });
        }
      },

      // The foreign key deletes the items, too.
      delete: async (listName: string): Promise<boolean> => {
        const { numAffectedRows } = await sql`delete from ${lists} where ${name} = ${listName}`.execute(db);
        return numAffectedRows === 1n;
      },
    };
  };
}

export const aliasStore = createListStore<AliasEntry>({
  lists: 'alias_groups',
  items: 'aliases',
  name: 'canonical',
  item: 'alias',
  field: 'aliases',
  conflict: (canonical, aliases) =>
    `Aliases of '${canonical}' are listed twice or belong to another group: ${aliases}`,
});

export const familyStore = createListStore<Family>({
  lists: 'families',
  items: 'family_members',
  name: 'family_name',
  item: 'group_name',
  field: 'members',
  conflict: (family, members) =>
    `Members of family '${family}' are listed twice or belong to another family: ${members}`,
});

function createReads({ db }: Tx) {
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
  };
}

function createWrites({ db }: WriteTx) {
  return {
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

export const nameSchemaStore = storeOver(createReads, createWrites);

/** Reads and writes the entries of one kind, such as aliases, by their names. */
interface EntryTable<Entry> {
  read(reader: Tx, name: string): Promise<Entry | null>;
  /**
   * Inserts or replaces an entry.
   * @throws RegistryError `conflict` when a unique constraint refuses it
   */
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
