import { Text } from '@mantine/core';
import { Section } from '../../parts/Section.tsx';

export function HowChangesGoLive() {
  return (
    <Section title="How a change goes live">
      <Text size="sm" maw="72ch">
        A requestor proposes a change, which waits in the queue. When approvers <em>approve</em> it, it joins
        the open <em>batch</em>, which workers do not see. When they <em>apply</em> the batch, its changes go
        live together. A batch that was a mistake can be reverted: the registry then proposes the changes that
        undo it.
      </Text>
    </Section>
  );
}
