import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { checkName } from '../../records/model-name.ts';
import { sortDistinct } from '../../records/text-names/sorted-strings.ts';
import type { Store } from '../../store/store.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import type { AppendEvents } from '../audit/index.ts';
import { counterStore } from '../counters/index.ts';
import { type GroupEntries, type GroupEntryKind, groupEvent } from './group-event.ts';
import type { GroupMemory } from './memory.ts';
import { aliasStore, entryTables, familyStore } from './store.ts';
import type { AliasEntry, Family } from './tables.ts';

interface EntryWrite<Kind extends GroupEntryKind> {
  readonly kind: Kind;
  readonly name: string;
  readonly caller: Caller;
  /**
   * Computes the new entry from the current one, which is null if there is none. Returns null if the entry is
   * to be deleted. Throws to refuse the write.
   */
  readonly computeEntry: (
    currentEntry: GroupEntries[Kind] | null,
    reader: Tx,
  ) => GroupEntries[Kind] | null | Promise<GroupEntries[Kind] | null>;
  /**
   * Called when the database refused the entry because another entry contains one of its items (an alias or a
   * member). Returns an error message that names the other entry; null when there is none.
   */
  readonly describeConflict?: (entry: GroupEntries[Kind], reader: Tx) => Promise<string | null>;
}

export type WriteEntry = ReturnType<typeof createEntryWrites>;

/**
 * Creates a function that writes one entry and its audit event in one transaction. The function returns the
 * entry after the write; null when there is none. If the entry does not change, nothing is written.
 *
 * @param afterCommit called and awaited after every commit that has written something
 */
export function createEntryWrites({
  store,
  clock,
  settings,
  append,
  afterCommit,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
  readonly append: AppendEvents;
  readonly afterCommit: () => Promise<void>;
}) {
  return async <Kind extends GroupEntryKind>({
    kind,
    name,
    caller,
    computeEntry,
    describeConflict: holder,
  }: EntryWrite<Kind>): Promise<GroupEntries[Kind] | null> => {
    const { entry, written } = await store.write(async (writer) => {
      const before = await entryTables[kind].read(writer, name);
      const after = await computeEntry(before, writer);
      if (sameJson(before ?? undefined, after ?? undefined)) return { entry: before, written: false };
      if (after === null) await entryTables[kind].remove(writer, name);
      else await putEntry(writer, kind, after, holder);
      const act = { domain: settings.canonicalFormat, now: clock.now(), actor: caller };
      await append(writer, [groupEvent({ kind, name, before, after }, act)]);
      await counterStore(writer).next('groups');
      return { entry: after, written: true };
    }, caller.deadline);
    if (written) await afterCommit();
    return entry;
  };
}

/**
 * Stores an entry. If another entry contains one of its items, the error names that entry.
 * @throws RegistryError `conflict`
 */
async function putEntry<Kind extends GroupEntryKind>(
  writer: WriteTx,
  kind: Kind,
  entry: GroupEntries[Kind],
  describeConflict: EntryWrite<Kind>['describeConflict'],
): Promise<void> {
  try {
    await writer.savepoint(() => entryTables[kind].put(writer, entry));
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'conflict') throw error;
    const message = await describeConflict?.(entry, writer);
    throw message ? new RegistryError('conflict', message, { cause: error }) : error;
  }
}

/**
 * Creates the methods that read and write aliases. An alias is another name of one group, called the
 * canonical group. An alias cannot have aliases itself. The methods throw RegistryError: `not_found` (404),
 * `conflict` (409), `invalid_name` (422).
 */
export function createAliases(memory: GroupMemory, writeEntry: WriteEntry) {
  const write = async (
    canonical: string,
    caller: Caller,
    computeEntry: EntryWrite<'alias'>['computeEntry'],
  ): Promise<AliasEntry> => {
    const describeConflict = async ({ aliases }: AliasEntry, reader: Tx) => {
      const aliasEntries = await aliasStore(reader).all();
      const lists = aliasEntries.map((each) => [each.canonical, each.aliases] as const);
      const conflict = findConflictingList(lists, canonical, aliases);
      return (
        conflict &&
        `Alias '${conflict.item}' is already registered under canonical group '${conflict.listName}'`
      );
    };
    const entry = await writeEntry({
      kind: 'alias',
      name: canonical,
      caller,
      computeEntry,
      describeConflict,
    });
    return entry ?? { canonical, aliases: [] };
  };

  return {
    /** Lists all alias entries, sorted by canonical group. */
    list: () => memory.current.aliases,

    get(canonical: string): AliasEntry {
      const entry = memory.current.aliases.find((each) => each.canonical === canonical);
      if (!entry) throw aliasesNotFoundError(canonical);
      return entry;
    },

    /**
     * Replaces a group's aliases. Removes duplicates from the list. With an empty list, the group keeps an
     * entry without aliases.
     */
    set(canonical: string, aliases: readonly string[], caller: Caller): Promise<AliasEntry> {
      checkNames('Canonical group name', canonical, 'Alias', aliases);
      if (aliases.includes(canonical)) {
        throw new RegistryError('conflict', `Canonical name '${canonical}' cannot be its own alias`);
      }
      return write(canonical, caller, (_current, reader) =>
        refuseChains({ canonical, aliases: [...new Set(aliases)] }, reader),
      );
    },

    add(canonical: string, alias: string, caller: Caller): Promise<AliasEntry> {
      checkNames('Canonical group name', canonical, 'Alias', [alias]);
      if (alias === canonical) throw new RegistryError('conflict', `Cannot alias '${canonical}' to itself`);
      return write(canonical, caller, (currentEntry, reader) => {
        const aliases = new Set([...(currentEntry?.aliases ?? []), alias]);
        return refuseChains({ canonical, aliases: [...aliases] }, reader);
      });
    },

    /** Removes an alias from a group. Removing the last alias also deletes the group's entry. */
    remove: (canonical: string, alias: string, caller: Caller): Promise<AliasEntry> =>
      write(canonical, caller, (currentEntry) => {
        if (!currentEntry?.aliases.includes(alias)) {
          throw new RegistryError(
            'not_found',
            `Alias '${alias}' not found under canonical group '${canonical}'`,
          );
        }
        const aliases = currentEntry.aliases.filter((each) => each !== alias);
        return aliases.length === 0 ? null : { canonical, aliases };
      }),

    async delete(canonical: string, caller: Caller): Promise<void> {
      await write(canonical, caller, (currentEntry) => {
        if (currentEntry === null) throw aliasesNotFoundError(canonical);
        return null;
      });
    },
  };
}

/**
 * Returns the entry. Throws if one of its aliases has aliases itself, or if its group is an alias.
 * @throws RegistryError `conflict`
 */
async function refuseChains(entry: AliasEntry, reader: Tx): Promise<AliasEntry> {
  const { canonical } = entry;
  const owner = await aliasStore(reader).findHolder(canonical);
  if (owner !== null) {
    throw new RegistryError(
      'conflict',
      `Group '${canonical}' is an alias of '${owner}', and an alias cannot have aliases itself`,
    );
  }
  const aliasesByName = new Map(
    (await aliasStore(reader).all()).map((each) => [each.canonical, each.aliases]),
  );
  for (const alias of entry.aliases) {
    const ownAliases = aliasesByName.get(alias);
    if (ownAliases === undefined) continue;
    throw new RegistryError(
      'conflict',
      `Alias '${alias}' is a canonical group with an alias entry of its own (${ownAliases.length} aliases); delete that entry first`,
    );
  }
  return entry;
}

/**
 * Creates the methods that read and write families. A family is a named, sorted list of distinct groups that
 * belong together. A group is in at most one family. A member may be a group without models, or an alias,
 * which is stored unresolved. The methods throw RegistryError: `not_found` (404), `conflict` (409),
 * `invalid_name` (422).
 */
export function createFamilies(memory: GroupMemory, writeEntry: WriteEntry) {
  const write = async (
    family_name: string,
    caller: Caller,
    computeEntry: EntryWrite<'family'>['computeEntry'],
    advice = '',
  ): Promise<Family> => {
    const describeConflict = async ({ members }: Family, reader: Tx) => {
      const families = await familyStore(reader).all();
      const lists = families.map((each) => [each.family_name, each.members] as const);
      const conflict = findConflictingList(lists, family_name, members);
      return conflict && `Group '${conflict.item}' already belongs to family '${conflict.listName}'${advice}`;
    };
    const entry = await writeEntry({
      kind: 'family',
      name: family_name,
      caller,
      computeEntry,
      describeConflict,
    });
    return entry ?? { family_name, members: [] };
  };

  return {
    /** Lists all families, sorted by name. */
    list: () => memory.current.families,

    get(familyName: string): Family {
      const family = memory.current.families.find((each) => each.family_name === familyName);
      if (!family) throw familyNotFoundError(familyName);
      return family;
    },

    /** Creates a family, or replaces all its members. */
    set(family_name: string, members: readonly string[], caller: Caller): Promise<Family> {
      checkNames('Family name', family_name, 'Group name', members);
      if (members.length === 0) {
        throw new RegistryError('conflict', 'A family must have at least one member group.');
      }
      const newFamily = { family_name, members: sortDistinct(members) };
      return write(family_name, caller, () => newFamily, '. Remove it from that family first.');
    },

    add(family_name: string, member: string, caller: Caller): Promise<Family> {
      checkNames('Family name', family_name, 'Group name', [member]);
      return write(family_name, caller, (currentFamily) => {
        // Existing clients expect this text with its quotes.
        if (!currentFamily) throw new RegistryError('not_found', `"Family '${family_name}' does not exist."`);
        return { family_name, members: sortDistinct([...currentFamily.members, member]) };
      });
    },

    /** Removes a member from a family. Removing the last member also deletes the family. */
    remove: (family_name: string, member: string, caller: Caller): Promise<Family> =>
      write(family_name, caller, (currentFamily) => {
        if (!currentFamily?.members.includes(member)) {
          throw new RegistryError('not_found', `Group '${member}' not found in family '${family_name}'`);
        }
        const members = currentFamily.members.filter((each) => each !== member);
        return members.length === 0 ? null : { family_name, members };
      }),

    async delete(familyName: string, caller: Caller): Promise<void> {
      await write(familyName, caller, (currentFamily) => {
        if (currentFamily === null) throw familyNotFoundError(familyName);
        return null;
      });
    },
  };
}

function aliasesNotFoundError(canonical: string): RegistryError {
  return new RegistryError('not_found', `No alias entry for canonical group '${canonical}'`);
}

function familyNotFoundError(familyName: string): RegistryError {
  return new RegistryError('not_found', `Family '${familyName}' not found`);
}

function checkNames(nameLabel: string, name: string, itemLabel: string, itemNames: readonly string[]): void {
  checkName(nameLabel, name);
  for (const item of itemNames) checkName(itemLabel, item);
}

/**
 * Finds the first list, except the one named `ownName`, that contains one of the `searchedItems`. Returns the
 * name of the list and the item; null when there is none.
 */
function findConflictingList(
  lists: readonly (readonly [name: string, items: readonly string[]])[],
  ownName: string,
  searchedItems: readonly string[],
): { item: string; listName: string } | null {
  for (const [listName, items] of lists) {
    const item = listName === ownName ? undefined : items.find((each) => searchedItems.includes(each));
    if (item !== undefined) return { item, listName };
  }
  return null;
}
