import type { Tx, WriteTx } from '../../store/tx.ts';
import type { GroupEntries, GroupEntryKind } from './group-event.ts';
import { aliasStore } from './store-aliases.ts';
import { familyStore } from './store-families.ts';
import { nameSchemaStore } from './store-schemas.ts';

/** Where entries of one kind are stored. */
export interface EntryTable<Entry> {
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
