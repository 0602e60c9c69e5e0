import type { GroupSummary } from '../../api/types.ts';
import { type GroupsSearch, isWarning } from './groups-search.ts';

const hasMark: Record<NonNullable<GroupsSearch['mark']>, (group: GroupSummary) => boolean> = {
  family: ({ family_name }) => family_name !== null,
  'no-family': ({ family_name }) => family_name === null,
  aliases: ({ aliases, alias_canonical }) => aliases.length > 0 || alias_canonical !== null,
  'custom-schema': ({ has_custom_schema }) => has_custom_schema,
};

/** Returns the groups that match all filters. The text filter searches a group's name, aliases and family. */
export function filterGroups(groups: readonly GroupSummary[], search: GroupsSearch): GroupSummary[] {
  const searchText = search.q?.trim().toLowerCase() ?? '';
  return groups.filter((group) => {
    const names = [group.group_name, ...group.aliases, group.family_name ?? ''];
    if (!names.some((name) => name.toLowerCase().includes(searchText))) return false;
    if (search.mark && !hasMark[search.mark](group)) return false;
    const issueTypes = group.health_issues.map(({ issue_type }) => issue_type);
    if (search.issue === 'any') return group.health_issues.some(isWarning);
    if (search.issue === 'none') return !group.health_issues.some(isWarning);
    return search.issue === undefined || issueTypes.includes(search.issue);
  });
}
