import { Text } from '@mantine/core';
import type { GroupHealthIssue } from '../../api/types.ts';
import layout from '../../parts/layout.module.css';
import { Section } from '../../parts/Section.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { issueLabels, isWarning } from './groups-search.ts';

export function Health({ issues }: { issues: readonly GroupHealthIssue[] }) {
  return (
    <Section title="Health">
      {issues.length === 0 ? (
        <Text size="sm" c="dimmed">
          No issues found.
        </Text>
      ) : (
        <div className={layout.stack}>
          {issues.map(({ issue_type, severity, message }) => (
            <div key={issue_type}>
              <Tag tone={severity === 'warning' && isWarning({ issue_type }) ? 'warn' : undefined}>
                {issueLabels[issue_type]}
              </Tag>
              <Text size="sm">{message}</Text>
            </div>
          ))}
        </div>
      )}
    </Section>
  );
}
