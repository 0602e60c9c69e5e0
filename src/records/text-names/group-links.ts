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
  /** Returns the group that `group` is an alias of; null if it is not an alias. */
  canonicalOf(group: string): string | null;
  /**
   * Returns the group that `group` is an alias of, otherwise `group` itself. The result is never an alias.
   */
  resolve(group: string): string;
  aliasesOf(canonical: string): readonly string[];
  familyOf(group: string): GroupFamily | null;
  /**
   * Returns the custom schema of the group, otherwise that of the group it is an alias of; null if neither
   * has one.
   */
  schemaOf(group: string): GroupNameSchema | null;
}

/**
 * Creates `GroupLinks` from the stored lists. Create a new object only when the lists have changed: callers
 * cache results per object.
 */
export function groupLinks(lists: {
  aliases: readonly GroupAliases[];
  families: readonly GroupFamily[];
  schemas: readonly { group_name: string; schema: JsonObject }[];
}): GroupLinks {
  const aliasesOf = new Map(lists.aliases.map(({ canonical, aliases }) => [canonical, aliases]));
  const pairs = lists.aliases.flatMap(({ canonical, aliases }) =>
    aliases.map((alias) => [alias, canonical] as const),
  );
  const canonicalOf = new Map(pairs);
  const familyOf = new Map(
    lists.families.flatMap((family) => family.members.map((member) => [member, family])),
  );
  const schemas = new Map(
    lists.schemas.map(({ group_name, schema }) => [group_name, storedNameSchema(schema)]),
  );
  const resolve = (group: string): string => canonicalOf.get(group) ?? group;
  return Object.freeze({
    resolve,
    canonicalOf: (group: string) => canonicalOf.get(group) ?? null,
    aliasesOf: (canonical: string) => aliasesOf.get(canonical) ?? [],
    familyOf: (group: string) => familyOf.get(group) ?? null,
    schemaOf: (group: string) => schemas.get(group) ?? schemas.get(resolve(group)) ?? null,
  });
}
