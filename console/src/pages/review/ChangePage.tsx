import { Anchor, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange, useRefusals } from '../../api/queue.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState } from '../../parts/QueryState.tsx';
import { ChangeDetail } from './ChangeDetail.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import { createDecision, type OpenDecision } from './decision.ts';
import { ReviewAccess } from './ReviewAccess.tsx';
import { useSeen } from './use-seen.ts';

const route = getRouteApi('/review/changes/$changeId');

export function ChangePage() {
  const { changeId } = route.useParams();
  const id = Number(changeId);
  const isChange = Number.isInteger(id) && id > 0;
  usePageTitle(`Change ${changeId}`);
  return (
    <>
      <Anchor component={Link} to="/review" size="sm">
        Review desk
      </Anchor>
      <Title order={1}>Change {changeId}</Title>
      <ReviewAccess changeId={isChange ? id : undefined}>
        {isChange ? (
          <Decide changeId={id} />
        ) : (
          <EmptyState title={`“${changeId}” is not the number of a change.`} />
        )}
      </ReviewAccess>
    </>
  );
}

function Decide({ changeId }: { changeId: number }) {
  const [decision, setDecision] = useState<OpenDecision | null>(null);
  const shown = useChange(changeId).data;
  const refusals = useRefusals(shown ? [shown] : []);
  const isSeen = useSeen(changeId);
  return (
    <>
      <ChangeDetail
        changeId={changeId}
        onDecide={(verdict, change) =>
          isSeen(change) && setDecision(createDecision(verdict, [change], refusals))
        }
      />
      <DecisionDialog
        decision={decision}
        onClose={() => setDecision(null)}
        onDone={() => setDecision(null)}
      />
    </>
  );
}
