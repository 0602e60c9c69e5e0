import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeployment } from '../api/deployment.ts';
import { useCaller } from '../api/roles.ts';
import type { PendingChange } from '../api/types.ts';
import layout from './layout.module.css';
import { Section } from './Section.tsx';
import { ShownText } from './ShownText.tsx';

/**
 * Links to the pending and approved change sets about a catalogue entry, as far as the caller may see them.
 */
export function WaitingChangeSets({ changes }: { changes: readonly PendingChange[] }) {
  const { isApprover, isRequestor } = useCaller();
  const { canReview } = useDeployment();
  if (!canReview || !(isApprover || isRequestor)) return null;
  return (
    <Section title="Open change sets">
      {changes.length === 0 && (
        <Text size="sm" c="dimmed">
          {isApprover ? 'None.' : 'None of yours.'}
        </Text>
      )}
      <ul className={layout.bullets}>
        {changes.map(({ change_id: id, notes }) => (
          <li key={id}>
            <Link
              to={isApprover ? '/review/changes/$changeId' : '/changes/$changeId'}
              params={{ changeId: String(id) }}
            >
              #{id}
            </Link>
            : <ShownText text={notes ?? ''} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
