import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { checkName } from '../../records/model-name.ts';
import type { Tx } from '../../store/tx.ts';
import type { EntryWrite, WriteEntry } from './entry-writes.ts';
import type { GroupEntries } from './group-event.ts';
import type { GroupMemory } from './memory.ts';
import { aliasStore } from './store.ts';
import type { AliasEntry } from './tables.ts';

/**
 * Other names of groups. An alias belongs to one group, and a group that is an alias has no aliases itself:
 * looking up takes one step.
 *
 * Raises RegistryError: `not_found` (404), `conflict` (409), `invalid_name` (422).
 */
export function createAliases(memory: GroupMemory, writeEntry: WriteEntry) {
  const write = async (
    canonical: string,
    caller: Caller,
    next: EntryWrite<'alias'>['next'],
  ): Promise<AliasEntry> => {
    const entry = await writeEntry({ kind: 'alias', name: canonical, caller, next, holder: holderOf });
    return entry ?? { canonical, aliases: [] };
  };

  return {
    /** Sorted by canonical. */
    list: () => memory.current.aliases,

    get(canonical: string): AliasEntry {
      const entry = memory.current.aliases.find((each) => each.canonical === canonical);
      if (!entry) throw unknown(canonical);
      return entry;
    },

    /** Replaces the list; an alias that is given twice is kept once. An empty list stays an entry. */
    set(canonical: string, aliases: readonly string[], caller: Caller): Promise<AliasEntry> {
      checkNames(canonical, aliases);
      if (aliases.includes(canonical)) {
        throw new RegistryError('conflict', `Canonical name '${canonical}' cannot be its own alias`);
      }
      return write(canonical, caller, (_current, reader) =>
        withoutChains({ canonical, aliases: [...new Set(aliases)] }, reader),
      );
    },

    add(canonical: string, alias: string, caller: Caller): Promise<AliasEntry> {
      checkNames(canonical, [alias]);
      if (alias === canonical) throw new RegistryError('conflict', `Cannot alias '${canonical}' to itself`);
      return write(canonical, caller, (current, reader) => {
        const aliases = new Set([...(current?.aliases ?? []), alias]);
        return withoutChains({ canonical, aliases: [...aliases] }, reader);
      });
    },

    /** The entry goes with its last alias. */
    remove: (canonical: string, alias: string, caller: Caller): Promise<AliasEntry> =>
      write(canonical, caller, (current) => {
        if (!current?.aliases.includes(alias)) {
          throw new RegistryError(
            'not_found',
            `Alias '${alias}' not found under canonical group '${canonical}'`,
          );
        }
        const aliases = current.aliases.filter((each) => each !== alias);
        return aliases.length === 0 ? null : { canonical, aliases };
      }),

    async delete(canonical: string, caller: Caller): Promise<void> {
      await write(canonical, caller, (current) => {
        if (current === null) throw unknown(canonical);
        return null;
      });
    },
  };
}

function checkNames(canonical: string, aliases: readonly string[]): void {
  checkName('Canonical group name', canonical);
  for (const alias of aliases) checkName('Alias', alias);
}

/** @throws RegistryError `conflict` when the entry would make an alias of an alias, or a circle */
async function withoutChains(entry: GroupEntries['alias'], reader: Tx): Promise<GroupEntries['alias']> {
  const { canonical } = entry;
  const above = await aliasStore(reader).holder(canonical);
  if (above !== null) {
    throw new RegistryError(
      'conflict',
      `Group '${canonical}' is an alias of '${above}', and an alias cannot have aliases itself`,
    );
  }
  const stored = new Map((await aliasStore(reader).all()).map((each) => [each.canonical, each.aliases]));
  for (const alias of entry.aliases) {
    const below = stored.get(alias);
    if (below === undefined) continue;
    throw new RegistryError(
      'conflict',
      `Alias '${alias}' is a canonical group with an alias entry of its own (${below.length} aliases); delete that entry first`,
    );
  }
  return entry;
}

async function holderOf({ canonical, aliases }: GroupEntries['alias'], reader: Tx): Promise<string | null> {
  const wanted = new Set(aliases);
  for (const entry of await aliasStore(reader).all()) {
    if (entry.canonical === canonical) continue;
    const held = entry.aliases.find((alias) => wanted.has(alias));
    if (held !== undefined) {
      return `Alias '${held}' is already registered under canonical group '${entry.canonical}'`;
    }
  }
  return null;
}

function unknown(canonical: string): RegistryError {
  return new RegistryError('not_found', `No alias entry for canonical group '${canonical}'`);
}
