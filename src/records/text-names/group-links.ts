import type { JsonObject } from '../../kernel/json.ts';
import { type GroupNameSchema, storedNameSchema } from './name-schema.ts';

export interface GroupAliases {
  canonical: string;
  aliases: string[];
}

export interface GroupFamily {
  family_name: string;
  /** Names of groups, sorted. */
  members: string[];
}

/** The aliases, families and custom naming schemas of groups. */
export interface GroupLinks {
  /** Returns the canonical group if `group` is an alias; otherwise null. */
  canonicalOf(group: string): string | null;
  /** Returns the canonical group if `group` is an alias; otherwise `group`. The result is never an alias. */
  resolve(group: string): string;
  aliasesOf(canonical: string): readonly string[];
  familyOf(group: string): GroupFamily | null;
  /**
   * Returns the custom schema of the group. If it has none and is an alias, returns the custom schema of the
   * canonical group. Null if there is none either.
   */
  schemaOf(group: string): GroupNameSchema | null;
}

/**
 * Creates `GroupLinks` from the stored lists. Create a new object only when the lists have changed: callers
 * cache results per object.
 */
export function createGroupLinks(lists: {
  aliases: readonly GroupAliases[];
  families: readonly GroupFamily[];
  schemas: readonly { group_name: string; schema: JsonObject }[];
}): GroupLinks {
  const aliasesByGroup = new Map(lists.aliases.map(({ canonical, aliases }) => [canonical, aliases]));
  const pairs = lists.aliases.flatMap(({ canonical, aliases }) =>
    aliases.map((alias) => [alias, canonical] as const),
  );
  const canonicalByAlias = new Map(pairs);
  const familyByMember = new Map(
    lists.families.flatMap((family) => family.members.map((member) => [member, family])),
  );
  const schemaByGroup = new Map(
    lists.schemas.map(({ group_name, schema }) => [group_name, storedNameSchema(schema)]),
  );
  const resolve = (group: string): string => canonicalByAlias.get(group) ?? group;
  return Object.freeze({
    resolve,
    canonicalOf: (group: string) => canonicalByAlias.get(group) ?? null,
    aliasesOf: (canonical: string) => aliasesByGroup.get(canonical) ?? [],
    familyOf: (group: string) => familyByMember.get(group) ?? null,
    schemaOf: (group: string) => schemaByGroup.get(group) ?? schemaByGroup.get(resolve(group)) ?? null,
  });
}
