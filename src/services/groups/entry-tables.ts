import type { GroupEntries, GroupEntryKind } from '../../registry/audit/group-event.ts';
import type { StoreReader, StoreWriter } from '../ports/store/transaction.ts';

/** Where entries of one kind are stored. */
export interface EntryTable<Entry> {
  read(reader: StoreReader, name: string): Promise<Entry | null>;
  /** Inserts or replaces. @throws RegistryError `conflict` when a unique constraint stands against it */
  put(writer: StoreWriter, entry: Entry): Promise<void>;
  remove(writer: StoreWriter, name: string): Promise<boolean>;
}

export const entryTables: { readonly [Kind in GroupEntryKind]: EntryTable<GroupEntries[Kind]> } = {
  alias: {
    read: (reader, canonical) => reader.aliases.get(canonical),
    put: (writer, entry) => writer.aliases.put(entry),
    remove: (writer, canonical) => writer.aliases.delete(canonical),
  },
  family: {
    read: (reader, familyName) => reader.families.get(familyName),
    put: (writer, entry) => writer.families.put(entry),
    remove: (writer, familyName) => writer.families.delete(familyName),
  },
  name_schema: {
    read: async (reader, group_name) => {
      const schema = await reader.nameSchemas.get(group_name);
      return schema && { group_name, schema };
    },
    put: (writer, { group_name, schema }) => writer.nameSchemas.put(group_name, schema),
    remove: (writer, groupName) => writer.nameSchemas.delete(groupName),
  },
};
