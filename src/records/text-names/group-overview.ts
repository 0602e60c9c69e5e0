import { hasBackendPrefix } from './backends.ts';
import { type GroupHealthIssue, healthIssues } from './health-issues.ts';
import type { ListedModel } from './listed-model.ts';
import { distinctSorted } from './sorted-strings.ts';

/** What lists of all groups say of one. "Canonical" are the members without backend prefix. */
export interface GroupOverview {
  readonly canonical_count: number;
  readonly backend_duplicate_count: number;
  /** In the order of strings, not of sizes. */
  readonly available_sizes: string[];
  readonly health_issues: GroupHealthIssue[];
}

interface Known {
  readonly members: readonly ListedModel[];
  readonly overview: GroupOverview;
}

/** The overviews made so far, in whatever index, by the first member of the group. */
const known = new WeakMap<ListedModel, Known>();

/**
 * A change touches a few groups of hundreds: a group whose members are the same objects keeps its overview.
 *
 * @param members at least one
 */
export function groupOverview(groupName: string, members: readonly ListedModel[]): GroupOverview {
  const [first] = members;
  const before = known.get(first!);
  if (
    before?.members.length === members.length &&
    members.every((model, at) => model === before.members[at])
  ) {
    return before.overview;
  }
  const canonical = members.filter(({ name }) => !hasBackendPrefix(name));
  const overview = {
    canonical_count: canonical.length,
    backend_duplicate_count: members.length - canonical.length,
    available_sizes: distinctSorted(canonical.flatMap(({ size }) => size ?? [])),
    health_issues: healthIssues(groupName, canonical),
  };
  known.set(first!, { members, overview });
  return overview;
}
