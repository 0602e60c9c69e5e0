import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useNameChange } from '../../api/requests.ts';
import { ErrorState } from '../../parts/QueryState.tsx';

/**
 * Tells the service that a queued change answers a request, and shows the result. The request is fulfilled
 * when the change is applied. To tell the service twice does no harm.
 */
export function ProposedFor({ requestId, changeId }: { requestId: number; changeId: number }) {
  const naming = useNameChange(requestId);
  const { mutate } = naming;
  useEffect(() => mutate(changeId), [mutate, changeId]);
  if (naming.error) {
    return (
      <>
        <ErrorState error={naming.error} />
        <Button size="xs" variant="default" onClick={() => mutate(changeId)}>
          Link it to request {requestId} again
        </Button>
      </>
    );
  }
  if (!naming.isSuccess) return null;
  return (
    <span>
      Linked to{' '}
      <Link to="/wanted/$requestId" params={{ requestId: String(requestId) }}>
        request {requestId}
      </Link>
      : applying it fulfills the request.
    </span>
  );
}
