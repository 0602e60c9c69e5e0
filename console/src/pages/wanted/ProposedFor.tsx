import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLinkChange } from '../../api/requests.ts';
import { ErrorState } from '../../parts/QueryState.tsx';

/**
 * Links a queued change to a request, and shows the result. The request is fulfilled when the change is
 * applied. The link is idempotent.
 */
export function ProposedFor({ requestId, changeId }: { requestId: number; changeId: number }) {
  const linkChange = useLinkChange(requestId);
  const { mutate } = linkChange;
  useEffect(() => mutate(changeId), [mutate, changeId]);
  if (linkChange.error) {
    return (
      <>
        <ErrorState error={linkChange.error} />
        <Button size="xs" variant="default" onClick={() => mutate(changeId)}>
          Link it to request {requestId} again
        </Button>
      </>
    );
  }
  if (!linkChange.isSuccess) return null;
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
