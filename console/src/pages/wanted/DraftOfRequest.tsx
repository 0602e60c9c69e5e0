import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useDeployment } from '../../api/deployment.ts';
import { useDraftForRequest } from '../../api/make-drafts.ts';
import type { ModelRequest } from '../../api/requests.ts';
import { useCaller } from '../../api/roles.ts';
import type { StoredDraft } from '../../api/stored-drafts.ts';
import { ErrorState } from '../../parts/QueryState.tsx';

/** Button for requestors that opens the proposal form, filled in from a request's link. */
export function DraftOfRequest({ request }: { request: ModelRequest }) {
  const { isRequestor } = useCaller();
  const { canPropose } = useDeployment();
  const navigate = useNavigate();
  const createDraft = useDraftForRequest();
  if (!isRequestor || !canPropose || (request.state !== 'open' && request.state !== 'accepted')) return null;
  const openDraft = ({ id, made: { category } }: StoredDraft) =>
    void navigate({ to: '/propose/$category', params: { category }, search: { draft: id } });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={createDraft.isPending}
        onClick={() =>
          createDraft.mutate({ request, fromLink: request.link !== null }, { onSuccess: openDraft })
        }
      >
        Start a proposal
      </Button>
      {createDraft.error && (
        <>
          <ErrorState error={createDraft.error} />
          <Button
            size="xs"
            variant="default"
            onClick={() => createDraft.mutate({ request, fromLink: false }, { onSuccess: openDraft })}
          >
            Fill in the form by hand
          </Button>
        </>
      )}
    </>
  );
}
