import { Button, Text } from '@mantine/core';
import { useDeployment } from '../../api/deployment.ts';
import { useCaller } from '../../api/roles.ts';
import { askForKey } from '../../api/session.ts';
import layout from '../../parts/layout.module.css';

/**
 * Returns whether the caller may edit groups, which needs a primary and the requestor role. Unlike proposals,
 * these edits also work on a deployment with the legacy format.
 */
export function useCanWrite(): boolean {
  const { isRequestor } = useCaller();
  const { canReview } = useDeployment();
  return isRequestor && canReview;
}

/** Explains to the caller why they cannot edit groups. */
export function WritingHint() {
  const { signedIn, isLoading } = useCaller();
  const { deployment, canReview } = useDeployment();
  const canWrite = useCanWrite();
  if (canWrite || deployment === null || isLoading) return null;
  return (
    <div className={layout.row}>
      <Text size="sm" c="dimmed">
        {!canReview
          ? 'This copy of the registry is read-only: groups are edited on the primary.'
          : signedIn
            ? 'Editing groups needs a key with the requestor role.'
            : 'To change anything here, sign in with a requestor’s key.'}
      </Text>
      {canReview && (
        <Button size="compact-xs" variant="default" onClick={() => askForKey()}>
          {signedIn ? 'Use another key' : 'Sign in to edit'}
        </Button>
      )}
    </div>
  );
}
