import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { checkName } from '../../records/model-name.ts';
import {
  type GroupNameSchemaView,
  mergeNameSchema,
  type NameSchemaUpdate,
  storedNameSchema,
} from '../../records/text-names/index.ts';
import type { WriteEntry } from './entry-writes.ts';

/** Naming schemas that people have saved for groups, with or without models. They hold for the exact name. */
export function createNameSchemas(writeEntry: WriteEntry) {
  const kind = 'name_schema';
  return {
    /** Lays the update over the saved schema, or else over the defaults. */
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

    /** @throws RegistryError `not_found` (404) when none is saved under just this name */
    async delete(group: string, caller: Caller): Promise<void> {
      const next = (current: object | null) => {
        if (current) return null;
        throw new RegistryError('not_found', `No custom naming schema found for group '${group}'`);
      };
      await writeEntry({ kind, name: group, caller, next });
    },
  };
}
