import { distinctSorted } from './sorted-strings.ts';
import { isSet, type TextModel, textOf } from './text-model.ts';

export interface GroupHealthIssue {
  group_name: string;
  issue_type: HealthIssueType;
  message: string;
  severity: 'warning' | 'info';
}

/** One check: the message when something is wrong with the group's canonical members, else null. */
interface HealthCheck {
  readonly issue_type: HealthIssueType;
  readonly severity: GroupHealthIssue['severity'];
  readonly message: (members: readonly TextModel[]) => string | null;
}

export type HealthIssueType =
  | 'singleton_group'
  | 'inconsistent_baseline'
  | 'inconsistent_nsfw'
  | 'missing_baseline'
  | 'missing_description';

/** In the order in which a group reports them. */
const healthChecks: readonly HealthCheck[] = [
  {
    issue_type: 'singleton_group',
    severity: 'warning',
    message: (members) =>
      members.length === 1 ? 'Group has only 1 canonical model - may not need a group' : null,
  },
  {
    issue_type: 'inconsistent_baseline',
    severity: 'warning',
    message: (members) => {
      const baselines = distinctSorted(members.map((member) => textOf(member, 'baseline')).filter(Boolean));
      return baselines.length > 1 ? `Members have different baselines: ${baselines.join(', ')}` : null;
    },
  },
  {
    issue_type: 'inconsistent_nsfw',
    severity: 'warning',
    message: (members) =>
      [true, false].every((flag) => members.some(({ record }) => record.nsfw === flag))
        ? 'Members have different NSFW flags'
        : null,
  },
  {
    issue_type: 'missing_baseline',
    severity: 'warning',
    message: (members) => missing(members, 'baseline', (member) => textOf(member, 'baseline') === ''),
  },
  {
    issue_type: 'missing_description',
    severity: 'info',
    message: (members) => missing(members, 'description', (member) => !isSet(member, 'description')),
  },
];

/** What is odd about a group, from its members without backend prefix. */
export function healthIssues(groupName: string, canonicalMembers: readonly TextModel[]): GroupHealthIssue[] {
  return healthChecks.flatMap(({ issue_type, severity, message }) => {
    const text = message(canonicalMembers);
    return text === null ? [] : { group_name: groupName, issue_type, message: text, severity };
  });
}

function missing(
  members: readonly TextModel[],
  field: string,
  lacks: (member: TextModel) => boolean,
): string | null {
  const count = members.filter(lacks).length;
  return count > 0 ? `${count} member(s) missing ${field}` : null;
}
