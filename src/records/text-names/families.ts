import type { TextGroupIndex } from './group-index.ts';
import type { GroupFamily, GroupLinks } from './group-links.ts';
import { byCodePoint, distinctSorted } from './sorted-strings.ts';

export interface FamilyLimits {
  /** Characters of the shared prefix, at least. */
  min_prefix_length: number;
  min_family_size: number;
}

/**
 * The groups among which families are looked for: those that the models' names give, aliases resolved,
 * sorted.
 */
export function groupsForFamilies(index: TextGroupIndex, links: GroupLinks): string[] {
  return distinctSorted(index.groupsByName.map((group) => links.resolve(group)));
}

/**
 * Suggests families: groups whose names share their first words, words being separated by `-`. The longest
 * prefix takes its groups first, so no group is in two families; a group that is named exactly like the
 * prefix is never a member.
 *
 * @param groups distinct and sorted
 */
export function detectFamilies(groups: readonly string[], limits: FamilyLimits) {
  const suggestions: GroupFamily[] = [];
  const claimed = new Set<string>();
  for (const { prefix, members } of prefixesByLength(groups, limits)) {
    const free = members.filter((member) => !claimed.has(member));
    if (free.length < limits.min_family_size) continue;
    suggestions.push({ family_name: prefix, members: free });
    for (const member of free) claimed.add(member);
  }
  return {
    suggestions: suggestions.sort((a, b) => byCodePoint(a.family_name, b.family_name)),
    total_groups_analyzed: groups.length,
    groups_in_families: claimed.size,
    standalone_groups: groups.length - claimed.size,
  };
}

/** Every prefix that is long and frequent enough, longest first; of equal ones, the one met first. */
function prefixesByLength(
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
