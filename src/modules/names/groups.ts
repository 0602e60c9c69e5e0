import type { Clock } from '../../kernel/clock.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import {
  composeTextName,
  groupOfName,
  type NameParts,
  type ParsedTextName,
  parseTextName,
  resolveTextName,
  type TextNameResolution,
} from '../../records/text-names/index.ts';
import type { Store } from '../../store/store.ts';
import { type AppendEvents, appendEvents } from '../audit/append-events.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { OnHistoryLost } from '../catalog/history.ts';
import type { Proposals } from '../queue/proposals.ts';
import { type Aliases, createAliases } from './aliases.ts';
import { createEntryWrites } from './entry-writes.ts';
import { createFamilies, type Families } from './families.ts';
import { createMemberEdits, type MemberEdits } from './member-edits.ts';
import { createGroupMemory } from './memory.ts';
import { createNameSchemas, type NameSchemas } from './name-schemas.ts';
import { createGroupViews, currentIndex, type GroupViews } from './views.ts';

/** The names of text models, the groups they form, and what people say about groups. */
export interface Groups {
  /**
   * Reads aliases, families and schemas anew when another process has written any: to be called once before
   * the first read, and whenever there may have been writes. Writes of this process are seen at once.
   */
  refresh(): Promise<void>;
  readonly views: GroupViews;
  readonly aliases: Aliases;
  readonly families: Families;
  readonly nameSchemas: NameSchemas;
  readonly memberEdits: MemberEdits;
  /** Takes a name apart; the suggested group is the one that an alias stands for. */
  parse(name: string): ParsedTextName & { suggested_group: string };
  /** Puts a name together. Aliases are not applied to the suggested group. */
  compose(parts: NameParts): ComposedName;
  /** The model that some spelling means. */
  resolve(spelling: string): Promise<TextNameResolution | null>;
  /** The model names that are most like a spelling, nearest first. */
  nearest(spelling: string): Promise<string[]>;
}

interface ComposedName {
  composed_name: string;
  /** As the exact name of a live model. */
  already_exists: boolean;
  suggested_group: string;
}

export interface GroupsOptions {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
  readonly proposals: Pick<Proposals, 'proposeAll'>;
  readonly newBatchId: () => string;
  readonly append?: AppendEvents;
  readonly onHistoryLost?: OnHistoryLost;
}

const mostNearest = 5;

export function createGroups(options: GroupsOptions): Groups {
  const { store, catalog, clock, settings, proposals, newBatchId, append = appendEvents } = options;
  const memory = createGroupMemory(store, options.onHistoryLost);
  const writeEntry = createEntryWrites({ store, clock, settings, append, afterCommit: memory.refresh });

  return {
    refresh: memory.refresh,
    views: createGroupViews(catalog, memory),
    aliases: createAliases(memory, writeEntry),
    families: createFamilies(memory, writeEntry),
    nameSchemas: createNameSchemas(writeEntry),
    memberEdits: createMemberEdits({ proposals, newBatchId }),

    parse(name) {
      const { extras, ...parts } = parseTextName(name);
      return { ...parts, suggested_group: memory.current.links.resolve(groupOfName(name)), extras };
    },

    compose(parts) {
      const composed_name = composeTextName(parts);
      return {
        composed_name,
        already_exists: catalog.snapshot('v2', 'text_generation').get(composed_name) !== undefined,
        suggested_group: groupOfName(composed_name),
      };
    },

    resolve: async (spelling) => resolveTextName(await currentIndex(catalog), memory.current.links, spelling),
    nearest: async (spelling) => (await currentIndex(catalog)).names.nearest(spelling, mostNearest),
  };
}
