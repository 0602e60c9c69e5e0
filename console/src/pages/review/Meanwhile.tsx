import { Alert, Text } from '@mantine/core';
import { useState } from 'react';
import { useSayOpen, useViewers } from '../../api/presence.ts';
import type { ReviewedChange } from '../../api/review-types.ts';
import { useCaller } from '../../api/roles.ts';
import { Icon } from '../../parts/Icon.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { decidedMeanwhile } from './decided-meanwhile.ts';

/**
 * Shows which other approvers have the change open, and whether somebody has decided about it or revised it
 * since the reader opened it.
 */
export function Meanwhile({ change }: { change: ReviewedChange }) {
  const [opened] = useState(change);
  const { user } = useCaller();
  const isOpen = change.status === 'pending' || change.status === 'approved';
  useSayOpen(isOpen ? change.change_id : undefined);
  const names = useViewers().get(change.change_id);
  const decided = decidedMeanwhile(opened, change, user?.user_id);
  return (
    <>
      <div role="status">
        {isOpen && names && (
          <Text size="sm" fw={600}>
            <ShownText text={`${names.join(', ')} ${names.length > 1 ? 'have' : 'has'} this open.`} />
          </Text>
        )}
      </div>
      {decided && (
        <Alert color="yellow" role="alert" icon={<Icon name="info" />} title="Decided meanwhile">
          <ShownText text={decided} />
        </Alert>
      )}
      {isOpen && (change.version ?? 1) > (opened.version ?? 1) && (
        <Alert color="yellow" role="alert" icon={<Icon name="info" />} title="New version meanwhile">
          This is version {change.version}: its requestor has sent it since you opened the change.
        </Alert>
      )}
    </>
  );
}
