import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { checkName } from '../../records/model-name.ts';
import { distinctSorted } from '../../records/text-names/sorted-strings.ts';
import type { Tx } from '../../store/tx.ts';
import type { EntryWrite, WriteEntry } from './entry-writes.ts';
import type { GroupEntries } from './group-event.ts';
import type { GroupMemory } from './memory.ts';
import { familyStore } from './store.ts';
import type { Family } from './tables.ts';

/**
 * Groups that belong together. A group is in one family at most; it need not have models, and aliases are not
 * applied. Members are distinct and sorted.
 *
 * Raises RegistryError: `not_found` (404), `conflict` (409), `invalid_name` (422).
 */
export function createFamilies(memory: GroupMemory, writeEntry: WriteEntry) {
  const write = async (
    family_name: string,
    caller: Caller,
    next: EntryWrite<'family'>['next'],
    advice = '',
  ): Promise<Family> => {
    const holder = async (entry: GroupEntries['family'], reader: Tx) => {
      const held = await holderOf(entry, reader);
      return held && held + advice;
    };
    const entry = await writeEntry({ kind: 'family', name: family_name, caller, next, holder });
    return entry ?? { family_name, members: [] };
  };

  return {
    /** Sorted by name. */
    list: () => memory.current.families,

    get(familyName: string): Family {
      const family = memory.current.families.find((each) => each.family_name === familyName);
      if (!family) throw unknown(familyName);
      return family;
    },

    /** Creates or replaces. */
    set(family_name: string, members: readonly string[], caller: Caller): Promise<Family> {
      checkNames(family_name, members);
      if (members.length === 0) {
        throw new RegistryError('conflict', 'A family must have at least one member group.');
      }
      const next = { family_name, members: distinctSorted(members) };
      return write(family_name, caller, () => next, '. Remove it from that family first.');
    },

    add(family_name: string, member: string, caller: Caller): Promise<Family> {
      checkNames(family_name, [member]);
      return write(family_name, caller, (current) => {
        // Clients know this text with its quotes.
        if (!current) throw new RegistryError('not_found', `"Family '${family_name}' does not exist."`);
        return { family_name, members: distinctSorted([...current.members, member]) };
      });
    },

    /** The family goes with its last member. */
    remove: (family_name: string, member: string, caller: Caller): Promise<Family> =>
      write(family_name, caller, (current) => {
        if (!current?.members.includes(member)) {
          throw new RegistryError('not_found', `Group '${member}' not found in family '${family_name}'`);
        }
        const members = current.members.filter((each) => each !== member);
        return members.length === 0 ? null : { family_name, members };
      }),

    async delete(familyName: string, caller: Caller): Promise<void> {
      await write(familyName, caller, (current) => {
        if (current === null) throw unknown(familyName);
        return null;
      });
    },
  };
}

function checkNames(familyName: string, members: readonly string[]): void {
  checkName('Family name', familyName);
  for (const member of members) checkName('Group name', member);
}

async function holderOf(
  { family_name, members }: GroupEntries['family'],
  reader: Tx,
): Promise<string | null> {
  const wanted = new Set(members);
  for (const family of await familyStore(reader).all()) {
    if (family.family_name === family_name) continue;
    const held = family.members.find((member) => wanted.has(member));
    if (held !== undefined) return `Group '${held}' already belongs to family '${family.family_name}'`;
  }
  return null;
}

function unknown(familyName: string): RegistryError {
  return new RegistryError('not_found', `Family '${familyName}' not found`);
}
