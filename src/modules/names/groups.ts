import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { checkName } from '../../records/model-name.ts';
import {
  composeTextName,
  type GroupNameSchemaView,
  groupOfName,
  mergeNameSchema,
  type NameParts,
  type NameSchemaUpdate,
  parseTextName,
  resolveTextName,
  storedNameSchema,
  type TextNameResolution,
} from '../../records/text-names/index.ts';
import type { Store } from '../../store/store.ts';
import { type AppendEvents, appendEvents } from '../audit/index.ts';
import { type Catalog, type OnHistoryLost, successorIn } from '../catalog/index.ts';
import type { Proposals } from '../queue/index.ts';
import { createAliases, createEntryWrites, createFamilies, type WriteEntry } from './entries.ts';
import { createMemberEdits } from './member-edits.ts';
import { createGroupMemory, createGroupViews, currentIndex } from './memory.ts';

const mostNearest = 5;

export type Groups = ReturnType<typeof createGroups>;

/**
 * Serves the names of text models, the groups that these names make, and what people have written about
 * groups: aliases, families and naming schemas.
 */
export function createGroups({
  store,
  catalog,
  clock,
  settings,
  proposals,
  append = appendEvents,
  onHistoryLost,
}: {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
  readonly proposals: Pick<Proposals, 'proposeAll'>;
  readonly append?: AppendEvents;
  readonly onHistoryLost?: OnHistoryLost;
}) {
  const memory = createGroupMemory(store, onHistoryLost);
  const writeEntry = createEntryWrites({ store, clock, settings, append, afterCommit: memory.refresh });

  return {
    /**
     * Reads aliases, families and schemas again when another process has written any. To be called at the
     * start, and before a read that must show writes of other processes. Writes of this process show without
     * it.
     */
    refresh: memory.refresh,
    views: createGroupViews(catalog, memory),
    aliases: createAliases(memory, writeEntry),
    families: createFamilies(memory, writeEntry),
    nameSchemas: createNameSchemas(writeEntry),
    memberEdits: createMemberEdits(proposals),

    /**
     * Splits a model name into its parts, and suggests the group for a model with this name. When that group
     * is an alias, suggests the alias's canonical group instead.
     */
    parse(name: string) {
      const { extras, ...parts } = parseTextName(name);
      return { ...parts, suggested_group: memory.current.links.resolve(groupOfName(name)), extras };
    },

    /**
     * Puts a model name together from its parts, and suggests the group for a model with this name. Unlike
     * `parse`, it suggests an alias as it is.
     */
    compose(parts: NameParts) {
      const composed_name = composeTextName(parts);
      return {
        composed_name,
        // As the exact name of a live model.
        already_exists: catalog.snapshot('v2', 'text_generation', 'beta').get(composed_name) !== undefined,
        suggested_group: groupOfName(composed_name),
      };
    },

    /** Finds the text model that a spelling of a name stands for; null when there is no such model. */
    resolve: async (spelling: string): Promise<TextNameResolution | null> => {
      const index = await currentIndex(catalog);
      const { links } = memory.current;
      const models = catalog.snapshot('v2', 'text_generation');
      const successor = models.get(spelling) ? undefined : successorIn(models, spelling);
      const found = resolveTextName(index, links, successor ?? spelling);
      return found && successor !== undefined
        ? { ...found, rule: 'former_name', rules: ['former_name'] }
        : found;
    },
    /** Lists the names of text models that are most similar to a spelling, the most similar first. */
    nearest: async (spelling: string) => (await currentIndex(catalog)).names.nearest(spelling, mostNearest),
  };
}

/**
 * Saves and deletes the naming schemas of groups. A group without models can have a schema too. A schema
 * applies only to the group with exactly the name under which it is saved.
 */
function createNameSchemas(writeEntry: WriteEntry) {
  const kind = 'name_schema';
  return {
    /**
     * Saves a group's schema. A field that is absent in `update` keeps its saved value; when nothing is saved
     * for the group yet, it gets its default.
     */
    async save(group_name: string, update: NameSchemaUpdate, caller: Caller): Promise<GroupNameSchemaView> {
      checkName('Group name', group_name);
      const saved = await writeEntry({
        kind,
        name: group_name,
        caller,
        next: (current) => ({
          group_name,
          schema: { ...mergeNameSchema(current && storedNameSchema(current.schema), update) },
        }),
      });
      return { group_name, name_schema: storedNameSchema(saved?.schema ?? {}), is_custom: true };
    },

    /**
     * Deletes the saved schema of a group.
     * @throws RegistryError `not_found` (404) when no schema is saved under exactly this name
     */
    async delete(group: string, caller: Caller): Promise<void> {
      const next = (current: object | null) => {
        if (current) return null;
        throw new RegistryError('not_found', `No custom naming schema found for group '${group}'`);
      };
      await writeEntry({ kind, name: group, caller, next });
    },
  };
}
