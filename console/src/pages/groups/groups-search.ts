import { createOneOfReader, readText } from '../../search-params.ts';

/** The labels of the issues of groups, by their names in the API. */
export const issueLabels = {
  singleton_group: 'one model only',
  inconsistent_baseline: 'different baselines',
  inconsistent_nsfw: 'different NSFW flags',
  missing_baseline: 'no baseline',
  missing_description: 'no description',
} as const;
export type IssueType = keyof typeof issueLabels;

/**
 * Returns whether the page warns of an issue. Warns only if the models of a group contradict each other.
 * Nearly every group has one of the other issues, such as a missing description, so users would ignore such
 * warnings.
 */
export function isWarning({ issue_type }: { readonly issue_type: IssueType }): boolean {
  return issue_type === 'inconsistent_baseline' || issue_type === 'inconsistent_nsfw';
}

/**
 * The values of the issue filter. `any`: groups with an issue that the page warns of. `none`: groups without
 * one. Any other value: groups with this issue.
 */
const issues = ['any', 'none', ...(Object.keys(issueLabels) as IssueType[])] as const;
const marks = ['family', 'no-family', 'aliases', 'custom-schema'] as const;

/** The state of the list of groups in the URL. */
export interface GroupsSearch {
  readonly q?: string | undefined;
  readonly issue?: (typeof issues)[number] | undefined;
  readonly mark?: (typeof marks)[number] | undefined;
  readonly sort?: string | undefined;
}

const issue = createOneOfReader(issues);
const mark = createOneOfReader(marks);

export function readGroupsSearch(search: Record<string, unknown>): GroupsSearch {
  return {
    q: readText(search.q),
    issue: issue(search.issue),
    mark: mark(search.mark),
    sort: readText(search.sort),
  };
}
