import { SharedRuns } from '../../concurrency/shared-runs.ts';
import { type GroupLinks, groupLinks } from '../../registry/text-names/index.ts';
import type { AliasEntry, Family } from '../ports/store/name-groups.ts';
import type { Store } from '../ports/store/store.ts';
import type { StoreReader } from '../ports/store/transaction.ts';

/** Aliases, families and naming schemas as of one commit. Never changes. */
export interface GroupsState {
  /** How many writes there had been; -1 before the first refresh. */
  readonly version: number;
  readonly aliases: readonly AliasEntry[];
  readonly families: readonly Family[];
  /** The same, and the schemas, to be asked by name. */
  readonly links: GroupLinks;
}

/** What every reader is served from. */
export interface GroupMemory {
  readonly current: GroupsState;
  /**
   * Reads anew when there were writes, by whichever process. Once it resolves, readers see every commit from
   * before the call.
   */
  refresh(): Promise<void>;
}

export function createGroupMemory(store: Store): GroupMemory {
  let current = stateOf(-1, { aliases: [], families: [], schemas: [] });
  const rereads = new SharedRuns(async () => {
    const newer = await store.read(async (reader) => {
      const version = await reader.counters.current('groups');
      return version === current.version ? null : stateOf(version, await readAll(reader));
    });
    current = newer ?? current;
  });
  return {
    get current() {
      return current;
    },
    refresh: () => rereads.run(),
  };
}

type Stored = Parameters<typeof groupLinks>[0];

async function readAll(reader: StoreReader): Promise<Stored> {
  return {
    aliases: await reader.aliases.all(),
    families: await reader.families.all(),
    schemas: await reader.nameSchemas.all(),
  };
}

function stateOf(version: number, stored: Stored): GroupsState {
  return { version, aliases: stored.aliases, families: stored.families, links: groupLinks(stored) };
}
