import type { GroupEntries } from './group-event.ts';

export type AliasEntry = GroupEntries['alias'];
export type Family = GroupEntries['family'];

declare module '../../store/tables.ts' {
  interface Tables {
    alias_groups: { canonical: string };
    aliases: { alias: string; canonical: string; position: number };
    families: { family_name: string };
    family_members: { group_name: string; family_name: string; position: number };
    name_schemas: { group_name: string; schema: string };
  }
}

/**
 * The tables of this module that are included in a copy of the database, each with the columns of its primary
 * key.
 */
export const namesKeys = [
  ['alias_groups', ['canonical']],
  ['aliases', ['alias']],
  ['families', ['family_name']],
  ['family_members', ['group_name']],
  ['name_schemas', ['group_name']],
] as const;
