import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOpenChangesOf } from '../../api/changes.ts';
import { useDeployment } from '../../api/deployment.ts';
import { useCaller } from '../../api/roles.ts';
import { askForKey } from '../../api/session.ts';
import { OperationTag, StatusTag } from '../../parts/ChangeTags.tsx';
import { formatAge } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { shownOperation } from '../../parts/renames.ts';
import { Section } from '../../parts/Section.tsx';
import classes from './model.module.css';

/** Pending and approved changes of this model that the caller's role may see. */
export function OpenChanges({ category, name }: { category: string; name: string }) {
  const changes = useOpenChangesOf(category, name);
  const { canReview } = useDeployment();
  const { signedIn, isApprover } = useCaller();
  if (!canReview) return null;
  const changePath = (id: number): string => (isApprover ? `/review/changes/${id}` : `/changes/${id}`);
  return (
    <Section title="Pending changes">
      {changes.visibility === null ? (
        <div className={layout.row}>
          <Text size="sm" c="dimmed">
            {signedIn
              ? 'Your key may not see the queue.'
              : 'Sign in with a requestor’s or approver’s key to see changes in the queue.'}
          </Text>
          {!signedIn && (
            <Button variant="default" size="compact-xs" onClick={() => askForKey()}>
              Sign in
            </Button>
          )}
        </div>
      ) : (
        <QueryState
          query={changes}
          loading={<LoadingState lines={1} />}
          isEmpty={(items) => items.length === 0}
          empty={
            <Text size="sm" c="dimmed">
              {changes.visibility === 'all' ? 'None.' : 'No pending change of yours.'}
            </Text>
          }
        >
          {(items) => (
            <ul className={classes.changes}>
              {items.map((change) => (
                <li key={change.change_id}>
                  <Link to={changePath(change.change_id)} className={layout.link}>
                    #{change.change_id}
                  </Link>
                  <OperationTag operation={shownOperation(change)} />
                  <StatusTag status={change.status} />
                  <Text span size="sm" c="dimmed">
                    {change.requested_username}, {formatAge(change.requested_at)}
                  </Text>
                </li>
              ))}
            </ul>
          )}
        </QueryState>
      )}
    </Section>
  );
}
