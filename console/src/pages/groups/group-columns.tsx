import type { GroupSummary } from '../../api/types.ts';
import type { RecordColumn } from '../../parts/columns.ts';
import layout from '../../parts/layout.module.css';
import { Tag } from '../../parts/Tag.tsx';
import { GroupLink } from './GroupLink.tsx';
import { issueLabels, isWarning } from './groups-search.ts';

export const groupColumns: readonly RecordColumn<GroupSummary>[] = [
  {
    id: 'group',
    label: 'Group',
    value: (group) => group.group_name,
    cell: (group) => <GroupLink name={group.group_name} className={layout.cell} />,
    width: 'minmax(11rem, 2fr)',
  },
  {
    id: 'models',
    label: 'Models',
    value: (group) => group.canonical_count,
    width: '6rem',
    align: 'end',
  },
  {
    id: 'sizes',
    label: 'Sizes',
    value: (group) => group.available_sizes.join(', '),
    width: 'minmax(7rem, 1fr)',
  },
  {
    id: 'health',
    label: 'Health',
    value: (group) => group.health_issues.filter(isWarning).length,
    cell: (group) => (
      <span className={layout.flags}>
        {group.health_issues.map(({ issue_type, severity, message }) => (
          <span key={issue_type} title={message}>
            <Tag tone={severity === 'warning' && isWarning({ issue_type }) ? 'warn' : undefined}>
              {issueLabels[issue_type]}
            </Tag>
          </span>
        ))}
      </span>
    ),
    width: 'minmax(20rem, 2fr)',
  },
  {
    id: 'family',
    label: 'Family',
    value: (group) => group.family_name,
    width: 'minmax(7rem, 1fr)',
  },
  {
    id: 'aliases',
    label: 'Aliases',
    value: (group) =>
      group.alias_canonical === null ? group.aliases.join(', ') : `alias of ${group.alias_canonical}`,
    width: 'minmax(8rem, 1fr)',
  },
  {
    id: 'schema',
    label: 'Naming',
    value: (group) => (group.has_custom_schema ? 'own schema' : ''),
    width: '7rem',
  },
];
