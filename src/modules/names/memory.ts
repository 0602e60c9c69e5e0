import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import { type GroupLinks, groupLinks } from '../../records/text-names/index.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { historyBehind, type OnHistoryLost } from '../catalog/index.ts';
import { counterStore } from '../counters/index.ts';
import { aliasStore, familyStore, nameSchemaStore } from './store.ts';
import type { AliasEntry, Family } from './tables.ts';

/** Aliases, families and naming schemas as of one commit. Never changes. */
export interface GroupsState {
  /** How many writes there had been; -1 before the first refresh. */
  readonly version: number;
  readonly aliases: readonly AliasEntry[];
  readonly families: readonly Family[];
  /** The same, and the schemas, to be asked by name. */
  readonly links: GroupLinks;
}

export type GroupMemory = ReturnType<typeof createGroupMemory>;

/** What every reader is served from. */
export function createGroupMemory(store: Store, onHistoryLost?: OnHistoryLost) {
  let end: ChainEnd | null = null;
  let current = stateOf(-1, { aliases: [], families: [], schemas: [] });
  const rereads = new SharedRuns(async () => {
    const before = end;
    const read = await store.read(async (reader) => {
      const history = await historyBehind(reader, before);
      const version = await counterStore(reader).current('groups');
      const isSame = version === current.version && !history.isLost;
      return { ...history, newer: isSame ? null : stateOf(version, await readAll(reader)) };
    });
    current = read.newer ?? current;
    end = read.end;
    if (before && read.isLost) onHistoryLost?.({ memory: 'groups', end: before });
  });
  return {
    get current(): GroupsState {
      return current;
    },
    /**
     * Reads anew when there were writes, by whichever process. Once it resolves, readers see every commit from
     * before the call.
     */
    refresh: (): Promise<void> => rereads.run(),
  };
}

type Stored = Parameters<typeof groupLinks>[0];

async function readAll(reader: Tx): Promise<Stored> {
  return {
    aliases: await aliasStore(reader).all(),
    families: await familyStore(reader).all(),
    schemas: await nameSchemaStore(reader).all(),
  };
}

function stateOf(version: number, stored: Stored): GroupsState {
  return { version, aliases: stored.aliases, families: stored.families, links: groupLinks(stored) };
}
