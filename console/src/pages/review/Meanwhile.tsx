import { Alert } from '@mantine/core';
import { useState } from 'react';
import type { ReviewedChange } from '../../api/review-types.ts';
import { useCaller } from '../../api/roles.ts';
import { Icon } from '../../parts/Icon.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { decidedMeanwhile } from './decided-meanwhile.ts';

/** Shows whether the change was decided or revised by someone since the user opened it. */
export function Meanwhile({ change }: { change: ReviewedChange }) {
  const [openedChange] = useState(change);
  const { user } = useCaller();
  const isOpen = change.status === 'pending' || change.status === 'approved';
  const decidedNote = decidedMeanwhile(openedChange, change, user?.user_id);
  return (
    <>
      {decidedNote && (
        <Alert color="yellow" role="alert" icon={<Icon name="info" />} title="Decided meanwhile">
          <ShownText text={decidedNote} />
        </Alert>
      )}
      {isOpen && (change.version ?? 1) > (openedChange.version ?? 1) && (
        <Alert color="yellow" role="alert" icon={<Icon name="info" />} title="New version meanwhile">
          This is version {change.version}: its requestor has sent it since you opened the change.
        </Alert>
      )}
    </>
  );
}
