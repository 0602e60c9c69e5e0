import { oneOf, text } from '../../search-params.ts';

/** What is wrong with a group, as the service calls it, and as people read it. */
export const issueLabels = {
  singleton_group: 'one model only',
  inconsistent_baseline: 'different baselines',
  inconsistent_nsfw: 'different NSFW flags',
  missing_baseline: 'no baseline',
  missing_description: 'no description',
} as const;
export type IssueType = keyof typeof issueLabels;

/**
 * Members that contradict each other. That a group has one model, or that a description is missing, is said, but
 * is true of most groups: a warning that is nearly everywhere is not read.
 */
export function isWorthALook({ issue_type }: { readonly issue_type: IssueType }): boolean {
  return issue_type === 'inconsistent_baseline' || issue_type === 'inconsistent_nsfw';
}

/** `any` is anything worth a look, `none` is nothing. */
const issues = ['any', 'none', ...(Object.keys(issueLabels) as IssueType[])] as const;
const marks = ['family', 'no-family', 'aliases', 'custom-schema'] as const;

/** The list of groups as it stands in the URL. */
export interface GroupsSearch {
  readonly q?: string | undefined;
  readonly issue?: (typeof issues)[number] | undefined;
  readonly mark?: (typeof marks)[number] | undefined;
  readonly sort?: string | undefined;
  /** A spelling to be resolved. */
  readonly resolve?: string | undefined;
}

const issue = oneOf(issues);
const mark = oneOf(marks);

export function readGroupsSearch(search: Record<string, unknown>): GroupsSearch {
  return {
    q: text(search.q),
    issue: issue(search.issue),
    mark: mark(search.mark),
    sort: text(search.sort),
    resolve: text(search.resolve),
  };
}
