import type { GroupOverview, TextGroupIndex } from './group-index.ts';
import type { GroupFamily, GroupLinks } from './group-links.ts';
import { formatOfSchema, type GroupNameSchema } from './name-schema.ts';
import { compareCodePoints, sortDistinct } from './sorted-strings.ts';

/** Returns the facts, naming format and family of a group; null when the group has no member. */
export function createGroupDetail(index: TextGroupIndex, links: GroupLinks, group: string) {
  const facts = index.facts(group);
  if (facts === null) return null;
  const customSchema = links.schemaOf(group);
  return {
    group_name: group,
    members: facts.members,
    common_fields: facts.common_fields,
    available_sizes: facts.available_sizes,
    available_variants: facts.available_variants,
    available_quants: facts.available_quants,
    available_versions: facts.available_versions,
    size_usage: facts.size_usage,
    variant_usage: facts.variant_usage,
    quant_usage: facts.quant_usage,
    // The custom schema, otherwise the format inferred from the names.
    name_format: customSchema === null ? facts.inferred_format : formatOfSchema(customSchema),
    canonical_count: facts.canonicalMembers.length,
    backend_duplicate_count: facts.members.length - facts.canonicalMembers.length,
    name_schema_is_custom: customSchema !== null,
    exception_members: facts.exception_members,
    related_family: links.familyOf(group),
    health_issues: facts.health_issues,
  };
}

export interface GroupNameSchemaView {
  group_name: string;
  name_schema: GroupNameSchema;
  is_custom: boolean;
}

/**
 * Returns the custom naming schema of a group, otherwise the schema inferred from its members' names, with
 * empty `extra_parts`. Null when the group has neither a custom schema nor members.
 */
export function createGroupNameSchema(
  index: TextGroupIndex,
  links: GroupLinks,
  group: string,
): GroupNameSchemaView | null {
  const customSchema = links.schemaOf(group);
  if (customSchema !== null) return { group_name: group, name_schema: customSchema, is_custom: true };
  const facts = index.facts(group);
  if (facts === null) return null;
  return { group_name: group, name_schema: { ...facts.inferred_format, extra_parts: [] }, is_custom: false };
}

/** Returns an entry for each group, and totals. */
export function summariseGroups(index: TextGroupIndex, links: GroupLinks) {
  const groups = index.groupNames.map((group) => createSummaryEntry(group, index.overview(group), links));
  const count = (predicate: (entry: (typeof groups)[number]) => boolean): number =>
    groups.filter(predicate).length;
  return {
    groups,
    total_groups: groups.length,
    total_models: groups.reduce(
      (sum, entry) => sum + entry.canonical_count + entry.backend_duplicate_count,
      0,
    ),
    groups_with_families: count((entry) => entry.family_name !== null),
    groups_with_aliases: count((entry) => entry.alias_canonical !== null || entry.aliases.length > 0),
    groups_with_issues: count((entry) => entry.health_issues.length > 0),
  };
}

function createSummaryEntry(group: string, overview: GroupOverview, links: GroupLinks) {
  const canonicalGroup = links.canonicalOf(group);
  return {
    group_name: group,
    canonical_count: overview.canonical_count,
    backend_duplicate_count: overview.backend_duplicate_count,
    has_custom_schema: links.schemaOf(group) !== null,
    family_name: links.familyOf(group)?.family_name ?? null,
    alias_canonical: canonicalGroup,
    aliases: canonicalGroup === null ? [...links.aliasesOf(group)] : [],
    available_sizes: overview.available_sizes,
    health_issues: overview.health_issues,
  };
}

export interface FamilyLimits {
  /** Minimum length, in characters, of the common prefix of a family's names. */
  min_prefix_length: number;
  min_family_size: number;
}

/**
 * Returns the groups to pass to `detectFamilies`, sorted: the groups derived from the models' names, with
 * aliases resolved.
 */
export function listGroupsForFamilies(index: TextGroupIndex, links: GroupLinks): string[] {
  return sortDistinct(index.groupsByName.map((group) => links.resolve(group)));
}

/**
 * Suggests families of groups whose names begin with the same words (separated by `-`). Longer prefixes are
 * tried first, and a group joins only the first family found for it. A group whose whole name is the prefix
 * is not part of that family.
 *
 * @param groups distinct group names, sorted
 */
export function detectFamilies(groups: readonly string[], limits: FamilyLimits) {
  const suggestions: GroupFamily[] = [];
  const groupsInFamilies = new Set<string>();
  for (const { prefix, members } of listPrefixes(groups, limits)) {
    const freeMembers = members.filter((member) => !groupsInFamilies.has(member));
    if (freeMembers.length < limits.min_family_size) continue;
    suggestions.push({ family_name: prefix, members: freeMembers });
    for (const member of freeMembers) groupsInFamilies.add(member);
  }
  return {
    suggestions: suggestions.sort((a, b) => compareCodePoints(a.family_name, b.family_name)),
    total_groups_analyzed: groups.length,
    groups_in_families: groupsInFamilies.size,
    standalone_groups: groups.length - groupsInFamilies.size,
  };
}

/**
 * Returns the common prefixes that satisfy `limits`, each with its groups. The longest come first; prefixes
 * of equal length are in the order of first occurrence.
 */
function listPrefixes(
  groups: readonly string[],
  limits: FamilyLimits,
): { prefix: string; members: string[] }[] {
  const membersOf = new Map<string, string[]>();
  for (const group of groups) {
    for (
      let end = group.lastIndexOf('-');
      end !== -1;
      end = end === 0 ? -1 : group.lastIndexOf('-', end - 1)
    ) {
      const prefix = group.slice(0, end);
      const members = membersOf.get(prefix);
      if (members === undefined) membersOf.set(prefix, [group]);
      else members.push(group);
    }
  }
  return [...membersOf]
    .filter(([, members]) => members.length >= limits.min_family_size)
    .map(([prefix, members]) => ({ prefix, members, length: [...prefix].length }))
    .filter(({ length }) => length >= limits.min_prefix_length)
    .sort((a, b) => b.length - a.length);
}
